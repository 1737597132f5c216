use crate::evaluation::PEOPLE;
use crate::report::html::{Grid, Section};
use crate::report::people;
use crate::report::words::{percent, with_interval};

/// What people scored, with its caveat.
pub(crate) fn section() -> Section {
    let mut section = Section::new("people", "People");
    let (wins, draws, losses) = PEOPLE;
    let games = people::games();
    let share = |count: u64| percent(count as f64 / games as f64);
    section.prose(format!(
        "On BrainKing, in {games} games of Alquerque under the rules here called `brainking`, White won {wins}, Black \
         {losses}, and {draws} were drawn."
    ));
    let mut table = Grid::new(
        "",
        &["who", "#games", "#White", "#draw", "#Black", "#advantage"],
    );
    table.rows.push(vec![
        "people".to_owned(),
        games.to_string(),
        share(wins),
        share(draws),
        share(losses),
        with_interval(people::advantage(0.95)),
    ]);
    section.table(table);
    section.prose(
        "**This is observational.** Strengths were mixed, colours were not drawn by lot, and the same people played many of \
         the games, so the interval (95 %, as if games were independent) is too narrow and the figure is not an effect of \
         moving first alone. Under these rules the start is a proven draw: what people score is about their mistakes.",
    );
    section
}
