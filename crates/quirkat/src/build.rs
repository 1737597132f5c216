use quirkat_lab::run::{Build, TaskOrder};

/// This program, as the manifests of runs name it.
pub(crate) const BUILD: Build = Build {
    version: env!("CARGO_PKG_VERSION"),
    commit: env!("QUIRKAT_COMMIT"),
    uncommitted_changes: env!("QUIRKAT_DIRTY"),
};

/// The order in which tasks are begun. Tests reverse it to show that it changes no result.
pub(crate) fn task_order() -> TaskOrder {
    match std::env::var_os("QUIRKAT_TEST_TASK_ORDER") {
        Some(order) if order == "reverse" => TaskOrder::Reverse,
        _ => TaskOrder::Forward,
    }
}
