use super::ending::Done;
use anyhow::Result;
use clap::builder::PossibleValuesParser;
use clap::{Arg, Args, Command, ValueHint};
use clap_complete::Shell;
use clap_mangen::Man;
use quirkat_rules::Preset;
use std::io::Write;
use std::path::PathBuf;

/// Arguments of `completions`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  quirkat completions bash > ~/.local/share/bash-completion/completions/quirkat
  quirkat completions zsh > ~/.zfunc/_quirkat
  quirkat completions fish > ~/.config/fish/completions/quirkat.fish")]
pub(super) struct CompletionsArguments {
    /// The shell
    shell: Shell,
}

/// Arguments of `man`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  quirkat man | man -l -
  quirkat man --out ~/.local/share/man/man1")]
pub(super) struct ManArguments {
    /// Folder for a page of each command [default: the main page on stdout]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Writes the completion script of a shell.
pub(super) fn run(
    arguments: &CompletionsArguments,
    command: Command,
    out: &mut dyn Write,
) -> Result<Done> {
    let mut script = Vec::new();
    let mut command = hinted(command);
    clap_complete::generate(arguments.shell, &mut command, "quirkat", &mut script);
    out.write_all(&script)?;
    Ok(Done::Yes)
}

/// Writes one page, or all.
pub(super) fn man(arguments: &ManArguments, command: Command, out: &mut dyn Write) -> Result<Done> {
    let mut command = command.disable_help_subcommand(true);
    command.build();
    let Some(folder) = &arguments.out else {
        Man::new(command).render(out)?;
        return Ok(Done::Yes);
    };
    let mut queue = vec![command];
    while let Some(command) = queue.pop() {
        queue.extend(command.get_subcommands().cloned());
        let man = Man::new(command);
        let mut page = Vec::new();
        man.render(&mut page)?;
        quirkat_store::write(&folder.join(man.get_filename()), &page)?;
    }
    Ok(Done::Yes)
}

/// What shells can offer for values that are free text to the parser: names of rule sets and
/// agents, files and folders.
fn hinted(command: Command) -> Command {
    let command = command.mut_args(|arg| match value_name(&arg) {
        // A script cannot offer both words and paths; paths can still be typed.
        "R" | "RULES" => arg.value_parser(PossibleValuesParser::new(Preset::ALL.map(Preset::name))),
        "AGENT" | "OPPONENT" => arg.value_parser(PossibleValuesParser::new(AGENTS)),
        "DIR" | "RUN" => arg.value_hint(ValueHint::DirPath),
        "FILE" => arg.value_hint(ValueHint::FilePath),
        _ => arg,
    });
    let names: Vec<String> = command
        .get_subcommands()
        .map(|sub| sub.get_name().to_owned())
        .collect();
    names.into_iter().fold(command, |command, name| {
        command.mut_subcommand(name, hinted)
    })
}

/// How agents begin.
const AGENTS: [&str; 5] = [
    "random",
    "uniform@64",
    "rollout@64",
    "net=runs/",
    "perfect=",
];

fn value_name(arg: &Arg) -> &str {
    arg.get_value_names()
        .and_then(|names| names.first())
        .map_or("", |name| name.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn every_option_for_rules_and_every_agent_is_completed_by_names() {
        fn count(command: &Command, word: &str) -> usize {
            let own = command.get_arguments().filter(|arg| {
                let values = arg.get_possible_values();
                values.iter().any(|value| value.get_name() == word)
            });
            let below = command.get_subcommands().map(|sub| count(sub, word));
            own.count() + below.sum::<usize>()
        }
        fn named(command: &Command, id: &str) -> usize {
            let own = command.get_arguments().filter(|arg| arg.get_id() == id);
            let below = command.get_subcommands().map(|sub| named(sub, id));
            own.count() + below.sum::<usize>()
        }
        let plain = crate::cli::Arguments::command();
        let hinted = hinted(plain.clone());
        assert!(named(&plain, "rules") > 5);
        assert_eq!(count(&hinted, "promotion-flying"), named(&plain, "rules"));
        assert_eq!(
            count(&hinted, "rollout@64"),
            named(&plain, "agent") + named(&plain, "opponent")
        );
    }
}
