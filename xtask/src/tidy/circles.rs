//! Checks that the files of a crate do not import each other in circles.
//!
//! A file depends on the files that its `use` declarations and paths (`crate::…`, `super::…`) name.
//! Tests may import anything. Imports from the root of the crate do not count: it only declares and
//! re-exports.

use std::collections::{BTreeMap, BTreeSet};

use super::{File, Problem};
use crate::levels::FOLDERS;

/// A module path within a crate; empty for the root.
type Module = Vec<String>;

/// Refuses files that import each other, directly or through others.
pub(crate) fn check(files: &[File]) -> Vec<Problem> {
    let mut crates: BTreeMap<&str, BTreeMap<Module, &File>> = BTreeMap::new();
    for file in files {
        if let Some((folder, module)) = module_of(&file.path) {
            crates.entry(folder).or_default().insert(module, file);
        }
    }
    crates.values().flat_map(circles).collect()
}

/// The crate's folder and the module of a source file.
fn module_of(path: &str) -> Option<(&str, Module)> {
    let (folder, source) = path.strip_suffix(".rs")?.split_once("/src/")?;
    let in_crate =
        FOLDERS.iter().any(|parent| folder.strip_prefix(parent).is_some_and(|rest| rest.starts_with('/')));
    let mut module: Module = source.split('/').map(str::to_owned).collect();
    if module.last().is_some_and(|last| last == "mod") || matches!(source, "lib" | "main") {
        module.pop();
    }
    in_crate.then_some((folder, module))
}

/// One problem for each circle, at the file whose module comes first.
fn circles(files: &BTreeMap<Module, &File>) -> Vec<Problem> {
    let imports: BTreeMap<&Module, BTreeSet<&Module>> =
        files.iter().map(|(module, file)| (module, imports(module, &file.text, files))).collect();
    let reached: BTreeMap<&Module, BTreeSet<&Module>> =
        files.keys().map(|module| (module, reachable(module, &imports))).collect();
    let mut seen = BTreeSet::new();
    let mut problems = Vec::new();
    for (module, file) in files {
        let circle: Vec<&Module> =
            reached[module].iter().copied().filter(|other| reached[*other].contains(module)).collect();
        if !circle.is_empty() && seen.insert(circle.clone()) {
            let names: Vec<String> = circle.iter().map(|module| module.join("::")).collect();
            problems.push(Problem::file(
                &file.path,
                format!("these files import each other: {}", names.join(", ")),
            ));
        }
    }
    problems
}

/// Every module that a module imports, directly or through others.
fn reachable<'a>(
    from: &'a Module,
    imports: &BTreeMap<&'a Module, BTreeSet<&'a Module>>,
) -> BTreeSet<&'a Module> {
    let (mut found, mut open) = (BTreeSet::new(), vec![from]);
    while let Some(module) = open.pop() {
        for next in &imports[module] {
            if found.insert(*next) {
                open.push(next);
            }
        }
    }
    found
}

/// The modules that a file names.
fn imports<'a>(module: &Module, text: &str, files: &'a BTreeMap<Module, &File>) -> BTreeSet<&'a Module> {
    let text = text.split("#[cfg(test)]").next().unwrap_or_default();
    let code: String =
        text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n");
    let mut found = BTreeSet::new();
    for start in ["crate::", "super::", "self::"] {
        for (at, _) in code.match_indices(start) {
            // The middle of a longer path is found at its beginning.
            if code[..at].chars().next_back().is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':') {
                continue;
            }
            for path in paths(&code[at..]) {
                found.extend(target(module, &path, files).filter(|target| *target != module));
            }
        }
    }
    found
}

/// All paths of a declaration such as `crate::{a::{B, c}, d}`.
fn paths(code: &str) -> Vec<Vec<String>> {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let (mut all, mut prefixes, mut path) = (Vec::new(), Vec::<usize>::new(), Vec::<String>::new());
    // How much of the path belongs to the braces around it, and is no path of its own.
    let mut shared = 0;
    let mut rest = code;
    loop {
        rest = if prefixes.is_empty() { rest } else { rest.trim_start() };
        let end = rest.find(|c| !is_name(c)).unwrap_or(rest.len());
        if end > 0 {
            path.push(rest[..end].to_owned());
            rest = &rest[end..];
        }
        if let Some(after) = rest.strip_prefix("::{") {
            prefixes.push(path.len());
            shared = path.len();
            rest = after;
        } else if let Some(after) = rest.strip_prefix("::") {
            rest = after;
        } else if let Some(after) = rest.strip_prefix(" as ").filter(|_| !prefixes.is_empty()) {
            rest = after.trim_start_matches(is_name);
        } else {
            if path.len() > shared {
                all.push(path.clone());
            }
            if prefixes.is_empty() {
                return all;
            }
            if rest.starts_with('}') {
                prefixes.pop();
            }
            shared = prefixes.last().copied().unwrap_or_default();
            path.truncate(shared);
            let Some(after) = rest.get(1..).filter(|_| !prefixes.is_empty() && rest.is_char_boundary(1))
            else {
                return all;
            };
            rest = after;
        }
    }
}

/// The file that a path leads to, as seen from a module; `None` for the root.
fn target<'a>(from: &Module, path: &[String], files: &'a BTreeMap<Module, &File>) -> Option<&'a Module> {
    let mut base = from.clone();
    let mut path = path;
    while let Some((first, rest)) = path.split_first() {
        match first.as_str() {
            "crate" => base.clear(),
            "super" => drop(base.pop()),
            "self" => (),
            _ => break,
        }
        path = rest;
    }
    base.extend(path.iter().cloned());
    while !base.is_empty() {
        if let Some((module, _)) = files.get_key_value(&base) {
            return Some(module);
        }
        base.pop();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::file;

    fn found(files: &[(&str, &str)]) -> Vec<String> {
        let files: Vec<File> =
            files.iter().map(|(path, text)| file(&format!("crates/x/src/{path}"), text)).collect();
        check(&files).into_iter().map(|problem| problem.message).collect()
    }

    #[test]
    fn two_files_that_import_each_other_are_refused() {
        let circle = found(&[("a.rs", "use crate::b::B;"), ("b.rs", "fn f(a: crate::a::A) {}")]);
        assert_eq!(circle, ["these files import each other: a, b"]);
    }

    #[test]
    fn a_circle_through_several_files_is_refused_once() {
        let files = [
            ("lib.rs", "mod a; mod b; mod c;"),
            ("a.rs", "use crate::{\n    b::{self, B as Other},\n    d,\n};"),
            ("b/mod.rs", "use self::inner::X;"),
            ("b/inner.rs", "use super::super::c::{C, *};"),
            ("c.rs", "use crate::a::A;"),
            ("d.rs", ""),
        ];
        assert_eq!(found(&files), ["these files import each other: a, b, b::inner, c"]);
    }

    #[test]
    fn comments_tests_and_the_root_do_not_count() {
        let files = [
            ("lib.rs", "pub use a::A;"),
            ("a.rs", "use crate::b::B; // crate::b::B\nuse crate::C;"),
            ("b.rs", "// see crate::a::A\n#[cfg(test)]\nmod tests { use crate::a::A; }"),
        ];
        assert_eq!(found(&files), Vec::<String>::new());
    }
}
