//! Tests of `eights rulebook`: which blocks run, the report of failures, and the exit status.

use std::process::Command;

/// Runs a page; returns the exit status and the output, with `page.md` as the name of the page.
fn run(page: &str) -> (i32, String) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("page.md");
    std::fs::write(&path, page).expect("the page is written");
    let output = Command::new(env!("CARGO_BIN_EXE_eights")).arg("rulebook").arg(&path).output();
    let output = output.expect("the program starts");
    let out = String::from_utf8(output.stdout).expect("the output is UTF-8");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    let page = path.display().to_string();
    (output.status.code().unwrap_or(-1), out.replace(&page, "page.md"))
}

const RIGHT: &str = "game: crazy-eights\nhand A: 5H 6C\nhand B: 7S\ndiscard: 5C\n\nA: 5H\nasks B: draw\n";
const WRONG: &str = "game: crazy-eights\nhand A: 5H 6C\nhand B: 7S\ndiscard: 5C\n\nA: 5H\nasks B: 7S\n";

fn block(opening: &str, text: &str) -> String {
    let fence: String = opening.chars().take_while(|c| matches!(c, '`' | '~')).collect();
    format!("{opening}\n{text}{fence}\n\n")
}

#[test]
fn blocks_with_tildes_and_longer_fences_run_too() {
    for opening in ["```play", "``` play ", "~~~play", "````play", "~~~~ play"] {
        assert_eq!(run(&block(opening, WRONG)).0, 1, "{opening}");
        assert_eq!(run(&block(opening, RIGHT)), (0, "page.md: 1 block holds\n1 block holds\n".into()));
    }
    // CommonMark: a fence is closed by one that is at least as long.
    assert_eq!(run(&format!("```play\n{WRONG}`````\n")).0, 1);
}

#[test]
fn a_block_that_only_looks_like_a_play_block_is_an_error() {
    let good = block("```play", RIGHT);
    for opening in ["```play foo", "```Play", "```play,x", "```{.play}", "~~~PLAY", "```text play"] {
        let (code, out) = run(&format!("{good}{}", block(opening, WRONG)));
        assert_eq!(code, 2, "{opening}: {out}");
        assert!(out.contains("page.md:11: ") && out.contains("does not run"), "{opening}: {out}");
    }
    for line in ["> ```play", "- ```play", "1. ```play"] {
        let (code, out) = run(&format!("{good}{line}\n"));
        assert_eq!(code, 2, "{line}: {out}");
        assert!(out.contains("page.md:11: a play block cannot be part of a quotation or a list"), "{out}");
    }
    // A block that is never closed would hide the rest of the page.
    let (code, out) = run(&format!("{good}```text\nhello\n\n{}", block("```play", WRONG)));
    assert_eq!(code, 2, "{out}");
    assert!(out.contains("page.md:14: the block opened on line 11 is not closed here"), "{out}");
    let (code, out) = run(&format!("{good}```text\nhello\n"));
    assert_eq!((code, out.contains("page.md:11: the block is not closed")), (2, true), "{out}");
}

#[test]
fn a_longer_fence_shows_a_block_without_running_it() {
    for outer in ["````", "~~~", "````text"] {
        let shown = block(outer, &block("```play", WRONG));
        assert_eq!(run(&format!("{shown}{}", block("```play", RIGHT))).0, 0, "{outer}");
    }
    let other = block("```text", "what a display\n") + "Say ``` ```play ``` in a sentence.\n\n";
    assert_eq!(run(&(other + &block("```play", RIGHT))).0, 0);
}

#[test]
fn failures_are_reported_in_the_notation_of_the_page() {
    let position = "game: crazy-eights\nhand A: 5H 6D\nhand B: 7S\ndiscard: 5C\n\n";
    // Each case is a failing line, and what is printed as expected and as happened.
    let cases = [
        ("hand A: 5H", "hand A: 5H", "it is 5H 6D (2 cards)"),
        ("sees B: A has 5H ??", "sees B: A has 5H ??", "the view shows ?? ??"),
        ("A owes 4", "A owes 4", "nobody owes anything"),
        ("B: 7S", "B may answer 7S", "A is asked 5H, and B may say nothing"),
        ("A: 6D", "A may answer 6D", "A is asked 5H"),
        ("! A: 5H", "5H is refused when A says it", "it is accepted"),
        ("score: A 40, B 0", "score: A 40, B 0", "score: A 0, B 0"),
        ("score: C 40", "score: C 40", "there is no seat C"),
        ("asks A: draw", "A is asked draw", "A is asked 5H"),
        ("asks A without: 5H", "A is asked without 5H", "A is asked 5H"),
        ("hand over: A wins", "the hand is over: A wins", "it goes on"),
    ];
    for (line, expected, happened) in cases {
        let (code, out) = run(&block("```play", &format!("{position}{line}\nasks A with: 5H\n")));
        assert_eq!(code, 1, "{line}: {out}");
        let wanted = format!("page.md:7: expected: {expected}\npage.md:7: happened: {happened}\n");
        assert!(out.starts_with(&wanted), "{line}: {out}");
    }
    let won = "game: crazy-eights\nhand A: 5H\nhand B: 7S\ndiscard: 5C\n\nA: 5H\nhand over: B wins 3\n";
    let (_, out) = run(&block("```play", won));
    assert!(out.contains("expected: B wins 3\n"), "{out}");
    assert!(out.contains("happened: A wins (score: A 7, B 0)\n"), "{out}");
}

#[test]
fn the_totals_add_up_all_blocks_and_pages() {
    let unplayable = "game: crazy-eights\nhand A: 5X\nhand B: 7S\ndiscard: 5C\n\nasks A: 5X\n";
    let two = block("```play", RIGHT) + &block("```play", WRONG);
    let (code, out) = run(&two);
    assert!(code == 1 && out.ends_with("page.md: 1 of 2 blocks fails\n1 block holds, 1 fails\n"), "{out}");
    let (code, out) = run(&(two + &block("```play", RIGHT) + &block("```play", unplayable)));
    assert!(code == 2 && out.ends_with("page.md: 2 of 4 blocks fail\n2 blocks hold, 2 fail\n"), "{out}");
    let (code, out) = run("# A page without a block\n");
    assert!(code == 2 && out.ends_with("0 blocks hold, 1 page cannot be read\n"), "{out}");
}
