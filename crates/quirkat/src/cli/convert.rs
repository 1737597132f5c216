use super::ending::Done;
use anyhow::{Context, Result, ensure};
use clap::Args;
use quirkat_lab::progress::say;
use quirkat_record::{Format, RecordedGame, RuleBook, check_games, parse_games, write_games};
use quirkat_variant::Variant;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// Arguments of `convert`.
#[derive(Debug, Args)]
#[command(
    after_help = "Formats: csv, the columns of games.csv (of other tables `result` or `moves` is enough, with `variant`, or
--rules); pdn, tags and numbered moves with full capture paths. A rule set that is no preset is
written with its switches. Games are checked move by move and completed: result and reason where the
rules ended the game. CSVs have no place for comments.

Examples:
  quirkat convert runs/quick/evaluation/games.csv --out games.pdn
  quirkat convert mine.pdn --rules my/rules.toml --to csv"
)]
pub(super) struct ConvertArguments {
    /// File of games, `-` for stdin
    input: PathBuf,
    /// File to write, `-` for stdout
    #[arg(long, value_name = "FILE", default_value = "-")]
    out: PathBuf,
    /// Format to read: csv, pdn [default: by the file's extension]
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,
    /// Format to write: csv, pdn [default: by the file's extension]
    #[arg(long, value_name = "FORMAT")]
    to: Option<Format>,
    /// Rule set of games that name none, or whose name is no preset's: a name or a path to a TOML
    /// file; may be repeated
    #[arg(long, value_name = "R")]
    rules: Vec<String>,
    /// Do not replay the games: for records under rules that are not known
    #[arg(long)]
    no_check: bool,
}

pub(super) fn run(arguments: &ConvertArguments, out: &mut dyn Write) -> Result<Done> {
    let to = format(arguments.to, &arguments.out, "--to")?;
    let mut book = rule_book(&arguments.rules)?;
    let (mut games, name) = read(&arguments.input, arguments.from)?;
    if !arguments.no_check {
        check_games(&mut games, &mut book, &name)?;
    }
    let text = write_games(&games, to)?;
    let comments = comments(&games);
    if to == Format::Csv && comments > 0 {
        say(&format!(
            "{comments} comments and annotations left out: CSVs have no place for them"
        ));
    }
    if is_pipe(&arguments.out) {
        out.write_all(text.as_bytes())?;
    } else {
        quirkat_store::write(&arguments.out, text.as_bytes())?;
    }
    Ok(Done::Yes)
}

/// A million long games are smaller.
const LARGEST_FILE: u64 = 256 << 20;

/// The games of a file or of stdin, as they are, and what errors call it.
pub(super) fn read(path: &Path, from: Option<Format>) -> Result<(Vec<RecordedGame>, String)> {
    let from = format(from, path, "--from")?;
    let (content, name) = if is_pipe(path) {
        let mut content = Vec::new();
        std::io::stdin()
            .take(LARGEST_FILE + 1)
            .read_to_end(&mut content)
            .context("stdin")?;
        ensure!(
            content.len() as u64 <= LARGEST_FILE,
            "stdin: more than {LARGEST_FILE} bytes of games"
        );
        (content, "stdin".to_owned())
    } else {
        let name = path.display().to_string();
        (quirkat_store::read(path, LARGEST_FILE)?, name)
    };
    Ok((parse_games(&content, from, &name)?, name))
}

/// The presets and the rule sets of `--rules`.
pub(super) fn rule_book(rules: &[String]) -> Result<RuleBook> {
    let find = |text: &String| Variant::find(text, Path::new(".")).context("--rules");
    Ok(RuleBook::new(
        rules.iter().map(find).collect::<Result<_>>()?,
    ))
}

fn format(given: Option<Format>, path: &Path, option: &str) -> Result<Format> {
    match given {
        Some(format) => Ok(format),
        None => Format::of(path)
            .with_context(|| format!("{}: name the format with {option}", path.display())),
    }
}

fn is_pipe(path: &Path) -> bool {
    path.as_os_str() == "-"
}

fn comments(games: &[RecordedGame]) -> usize {
    let of_game = |game: &RecordedGame| {
        let moves = game.moves.iter();
        let of_moves: usize = moves.map(|m| m.comments.len() + m.annotations.len()).sum();
        game.comments.len() + of_moves
    };
    games.iter().map(of_game).sum()
}
