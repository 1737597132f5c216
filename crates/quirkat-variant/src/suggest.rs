/// Turns the error of a deserialiser into one line that helps.
pub trait Suggest {
    /// The message in one line, with its place; an unknown field or value gets the nearest known one.
    fn suggest(self) -> Unreadable;
}

/// What is wrong with a TOML text, in one line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Unreadable(pub String);

impl Suggest for toml::de::Error {
    fn suggest(self) -> Unreadable {
        let message = self.message().replace('\n', " ");
        // The rendered error begins with "TOML parse error at line L, column C".
        let place = self
            .to_string()
            .lines()
            .next()
            .and_then(|line| line.strip_prefix("TOML parse error ").map(str::to_owned));
        let message = helpful(&message);
        match place {
            Some(place) => Unreadable(format!("{place}: {message}")),
            None => Unreadable(message),
        }
    }
}

impl Suggest for serde_path_to_error::Error<toml::de::Error> {
    fn suggest(self) -> Unreadable {
        let path = self.path().to_string();
        let message = helpful(&self.inner().message().replace('\n', " "));
        if path == "." || message.contains(&format!("`{path}`")) {
            Unreadable(message)
        } else {
            Unreadable(format!("{path}: {message}"))
        }
    }
}

/// Adds "did you mean" to serde's "unknown field `x`, expected one of `a`, `b`".
fn helpful(message: &str) -> String {
    let mut quoted = message.split('`').skip(1).step_by(2);
    let unknown = message.starts_with("unknown field") || message.starts_with("unknown variant");
    match quoted.next() {
        Some(given) if unknown => {
            let known: Vec<&str> = quoted.collect();
            let plain = message
                .replace("unknown field", "unknown key")
                .replace("unknown variant", "unknown value");
            with_suggestion(&plain, given, &known)
        }
        _ => message.to_owned(),
    }
}

/// The message with "did you mean `…`" when one of the known words is near.
pub fn with_suggestion(message: &str, given: &str, known: &[&str]) -> String {
    let distance = |word: &str| strsim::damerau_levenshtein(given, word);
    let nearest = known.iter().copied().min_by_key(|word| distance(word));
    match nearest.filter(|word| distance(word) <= 2 + given.len().max(word.len()) / 3) {
        Some(word) => format!("{message}; did you mean `{word}`?"),
        None => message.to_owned(),
    }
}
