use super::{GameAnalysis, PlyAnalysis};
use quirkat_record::RecordedGame;
use quirkat_solver::Value;
use std::fmt::Write as _;

/// How comments of an analysis begin; those of an earlier one are replaced.
const MARK: &str = "loss ";

/// Writes an analysis into a game's comments, `loss 0.12, best c2-c3, win 54.0 %, draw 20.0 %`, and
/// the agent into the tag `Annotator`.
pub fn annotate(game: &mut RecordedGame, analysis: &GameAnalysis, annotator: &str) {
    game.set_tag("Annotator", annotator.to_owned());
    for (recorded, ply) in game.moves.iter_mut().zip(&analysis.plies) {
        recorded
            .comments
            .retain(|comment| !comment.starts_with(MARK));
        recorded.comments.push(ply.comment());
    }
}

impl PlyAnalysis {
    /// What the annotated record says of the move.
    pub fn comment(&self) -> String {
        let mut text = match self.loss() {
            Some(loss) => format!("{MARK}{loss:.2}"),
            None => format!("{MARK}unknown"),
        };
        match self.best {
            _ if self.legal == 1 => text.push_str(", only move"),
            Some(best) if best != self.played => {
                let _ = match self.gain() {
                    Some(gain) if gain >= 0.005 => {
                        write!(text, ", better than {} by {gain:.2}", best.token())
                    }
                    _ => write!(text, ", best {}", best.token()),
                };
            }
            _ => {}
        }
        if let Some(value) = self.value {
            let percent = |share: f32| 100.0 * share;
            let (win, draw) = (percent(value.win), percent(value.draw));
            let _ = write!(text, ", win {win:.1} %, draw {draw:.1} %");
        }
        if let Some(exact) = self.exact_text() {
            let _ = write!(text, ", exact {exact}");
        }
        text
    }

    /// `won`, or `won to drawn` where value is given away; `None` when it is not known.
    pub fn exact_text(&self) -> Option<String> {
        let word = |value| match value {
            Value::Win => "won",
            Value::Draw => "drawn",
            Value::Loss => "lost",
        };
        let (before, after) = self.exact?;
        Some(if before == after {
            word(before).to_owned()
        } else {
            format!("{} to {}", word(before), word(after))
        })
    }
}
