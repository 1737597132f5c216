use super::options::EngineOptions;
use super::protocol::Protocol;
use super::session::Session;
use super::worker::{Event, Order, Worker};
use crate::lines::{Line, read_line};
use anyhow::{Context, Result, bail};
use quirkat_play::start_thread;
use std::io::{BufRead, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, channel, sync_channel};
use std::time::Instant;

/// Events that may come before the ones ahead of them are answered: then whoever sends has to wait.
/// Few, since a line may be long.
const EVENTS_AHEAD: usize = 16;

/// Answers lines until `quit` or the end of the input. Without a protocol the first line decides.
///
/// One thread reads, one searches, and this one answers, so that a search never keeps an answer
/// waiting.
///
/// # Errors
/// When no threads can be started, the input cannot be read or nobody reads the output.
pub fn serve(
    input: impl BufRead + Send + 'static,
    out: &mut dyn Write,
    options: EngineOptions,
    protocol: Option<Protocol>,
) -> Result<()> {
    let (tell, events) = sync_channel(EVENTS_AHEAD);
    let (send, orders) = channel();
    let lines = tell.clone();
    start_thread("input", move || read(input, &lines))?;
    start_thread("search", move || search(&orders, &Guard(tell)))?;
    let mut session = Session::new(options, protocol, send);
    while !session.ended() {
        let event = match session.due() {
            None => events.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(due) => events.recv_timeout(due.saturating_duration_since(Instant::now())),
        };
        match event {
            Ok(Event::Line(line)) => session.line(line, out)?,
            Ok(Event::Unreadable(error)) => return Err(error).context("cannot read the input"),
            Ok(Event::Gone) | Err(RecvTimeoutError::Disconnected) => {
                bail!("the search ended unexpectedly")
            }
            Ok(event) => session.event(event, out)?,
            Err(RecvTimeoutError::Timeout) => session.time_is_up(),
        }
        out.flush()?;
    }
    Ok(())
}

fn read(mut input: impl BufRead, tell: &SyncSender<Event>) {
    loop {
        let (event, last) = match read_line(&mut input) {
            Ok(line) => {
                let last = line == Line::End;
                (Event::Line(line), last)
            }
            Err(error) => (Event::Unreadable(error), true),
        };
        if tell.send(event).is_err() || last {
            return;
        }
    }
}

fn search(orders: &Receiver<Order>, guard: &Guard) {
    let mut worker = Worker::default();
    while let Ok(order) = orders.recv() {
        worker.carry_out(order, &mut |event| {
            let _ = guard.0.send(event);
        });
    }
}

/// Says that its thread has ended, however that came.
struct Guard(SyncSender<Event>);

impl Drop for Guard {
    fn drop(&mut self) {
        let _ = self.0.send(Event::Gone);
    }
}
