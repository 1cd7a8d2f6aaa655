//! The commands in help texts and docs, which have to be ones that the command line accepts.

use crate::Cli;
use clap::{CommandFactory as _, Parser as _};
use pulldown_cmark::{Event, Parser, Tag, TagEnd};
use std::fs;
use std::path::{Path, PathBuf};

/// The lines of the blocks of code of a page, those that end in a backslash joined to the next.
fn block_lines(page: &str) -> Vec<String> {
    let mut code = String::new();
    let mut is_code = false;
    for event in Parser::new(page) {
        match event {
            Event::Start(Tag::CodeBlock(_)) => is_code = true,
            Event::End(TagEnd::CodeBlock) => is_code = false,
            Event::Text(text) if is_code => code += &text,
            _ => {}
        }
    }
    code.replace("\\\n", "")
        .lines()
        .map(str::to_owned)
        .collect()
}

/// The arguments of a command line that runs `parlour`, from the program's name on, without what is for the shell.
fn arguments(line: &str) -> Option<Vec<String>> {
    // What a shell puts in place of `$(…)` is some word.
    let mut parts = line.split("$(");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        plain += "word";
        plain += part.split_once(')')?.1;
    }
    let words = shlex::split(&plain)?;
    let is_setting = |word: &&String| {
        let name = word.split_once('=').map(|(name, _)| name);
        name.is_some_and(|name| name.chars().all(|c| c.is_ascii_uppercase() || c == '_'))
    };
    let mut words = words.iter().skip_while(is_setting).cloned().peekable();
    words.next_if(|word| word == "parlour")?;
    let is_shell = |word: &String| ["|", ">", "<", "&", "&&"].contains(&word.as_str());
    let arguments = words.take_while(|word| !is_shell(word));
    Some(
        ["parlour".to_owned()]
            .into_iter()
            .chain(arguments)
            .collect(),
    )
}

/// The pages of the docs.
fn pages() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut folders = vec![root.join("docs")];
    let mut pages = vec![root.join("README.md")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                pages.push(path);
            }
        }
    }
    pages
}

/// Checks the commands among these lines, and returns how many there are.
fn check(place: &str, lines: impl IntoIterator<Item = String>) -> usize {
    let commands = lines
        .into_iter()
        .filter_map(|line| Some((arguments(&line)?, line)));
    let check = |(arguments, line): (Vec<String>, String)| {
        let parsed = Cli::try_parse_from(arguments);
        assert!(parsed.is_ok(), "{place}: {line}\n{}", parsed.err().unwrap());
    };
    commands.map(check).count()
}

#[test]
fn commands_in_the_docs_are_accepted() {
    let checked = |page: PathBuf| {
        check(
            &page.display().to_string(),
            block_lines(&fs::read_to_string(page).unwrap()),
        )
    };
    let count: usize = pages().into_iter().map(checked).sum();
    assert!(count > 40, "{count}");
}

#[test]
fn examples_of_help_texts_are_accepted() {
    let mut count = 0;
    let mut commands = vec![Cli::command()];
    while let Some(command) = commands.pop() {
        let help = command.get_long_about().or_else(|| command.get_about());
        let help = help.map(ToString::to_string).unwrap_or_default();
        let examples = help.split("Example: ").skip(1);
        let lines = examples.filter_map(|example| example.lines().next().map(str::to_owned));
        count += check(command.get_name(), lines);
        commands.extend(command.get_subcommands().cloned());
    }
    assert!(count > 10, "{count}");
}

#[test]
fn lines_of_a_page_are_read_as_a_shell_does() {
    let page = "Say:\n\n    A=1 parlour solve x \\\n      --seed 1 > a.txt\n\n```\nparlour bench # all\n```\nparlour no code\n";
    let read: Vec<_> = block_lines(page)
        .iter()
        .filter_map(|line| arguments(line))
        .collect();
    assert_eq!(
        read,
        [
            vec!["parlour", "solve", "x", "--seed", "1"],
            vec!["parlour", "bench"]
        ]
    );
}
