//! Writes the JavaScript side of a wasm file: `bindgen FILE.wasm FOLDER NAME [--pack]`.
//! With `--pack` the wasm file itself is made smaller too.

mod locations;
mod pack;

use std::{env, error::Error, fs, path::Path, process::ExitCode};

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
    let (wasm, folder, name, packed) = match words.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        &[wasm, folder, name] => (wasm, folder, name, false),
        &[wasm, folder, name, "--pack"] => (wasm, folder, name, true),
        _ => return Err("usage: bindgen FILE.wasm FOLDER NAME [--pack]".into()),
    };
    let mut bindgen = Bindgen::new();
    bindgen.input_path(wasm).out_name(name).typescript(true).omit_default_module_path(false);
    bindgen.remove_name_section(true).remove_producers_section(true);
    bindgen.web(true)?.generate(folder)?;
    if packed {
        let file = Path::new(folder).join(format!("{name}_bg.wasm"));
        fs::write(&file, pack::pack(&locations::blank(&fs::read(&file)?)?)?)?;
    }
    Ok(())
}
