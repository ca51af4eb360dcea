//! Writes the JavaScript side of a wasm file: `bindgen FILE.wasm FOLDER`.

use std::{env, error::Error, process::ExitCode};

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    match write() {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("bindgen: {why}");
            ExitCode::FAILURE
        }
    }
}

fn write() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = env::args().skip(1).collect();
    let [wasm, folder] = words.as_slice() else { return Err("usage: bindgen FILE.wasm FOLDER".into()) };
    let mut bindgen = Bindgen::new();
    bindgen.input_path(wasm).out_name("eights").typescript(true).omit_default_module_path(false);
    bindgen.remove_name_section(true).remove_producers_section(true);
    bindgen.web(true)?.generate(folder)?;
    Ok(())
}
