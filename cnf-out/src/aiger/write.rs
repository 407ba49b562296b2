//! Writes the ASCII and the binary form of AIGER.

use super::graph::{Edge, Graph, Property};
use std::io::{self, Write};

/// Writes the ASCII form (`aag`), with symbols and comments.
///
/// # Errors
/// If writing fails.
pub fn write_ascii(graph: &Graph, comments: &[String], mut out: impl Write) -> io::Result<()> {
    header("aag", graph, &mut out)?;
    for index in 0..graph.inputs.len() {
        writeln!(out, "{}", graph.input(index).number())?;
    }
    for index in 0..graph.latches.len() {
        write!(out, "{} ", graph.latch(index).number())?;
        latch(graph, index, &mut out)?;
    }
    writeln!(out, "{}", graph.property.edge().number())?;
    for (index, and) in graph.ands.iter().enumerate() {
        writeln!(out, "{} {} {}", graph.and(index).number(), and.0.number(), and.1.number())?;
    }
    symbols(graph, comments, &mut out)
}

/// Writes the binary form (`aig`), with symbols and comments.
///
/// # Errors
/// If writing fails.
pub fn write_binary(graph: &Graph, comments: &[String], mut out: impl Write) -> io::Result<()> {
    header("aig", graph, &mut out)?;
    for index in 0..graph.latches.len() {
        latch(graph, index, &mut out)?;
    }
    writeln!(out, "{}", graph.property.edge().number())?;
    for (index, and) in graph.ands.iter().enumerate() {
        let [output, high, low] = [graph.and(index), and.0, and.1].map(Edge::number);
        write_delta(output - high, &mut out)?;
        write_delta(high - low, &mut out)?;
    }
    symbols(graph, comments, &mut out)
}

/// Writes `aag M I L O A`, and `B` if there is a bad state.
fn header(tag: &str, graph: &Graph, out: &mut impl Write) -> io::Result<()> {
    let (inputs, latches, ands) = (graph.inputs.len(), graph.latches.len(), graph.ands.len());
    let (outputs, bad) = match graph.property {
        Property::Output(_) => (1, ""),
        Property::Bad(_) => (0, " 1"),
    };
    writeln!(out, "{tag} {} {inputs} {latches} {outputs} {ands}{bad}", graph.variables())
}

fn latch(graph: &Graph, index: usize, out: &mut impl Write) -> io::Result<()> {
    let latch = &graph.latches[index];
    writeln!(out, "{}{}", latch.next.number(), if latch.initial { " 1" } else { "" })
}

/// Writes seven bits in each byte, the lowest first; the highest bit of a byte says that more bytes follow.
fn write_delta(mut delta: u32, out: &mut impl Write) -> io::Result<()> {
    while delta >= 0x80 {
        out.write_all(&[delta as u8 | 0x80])?;
        delta >>= 7;
    }
    out.write_all(&[delta as u8])
}

fn symbols(graph: &Graph, comments: &[String], out: &mut impl Write) -> io::Result<()> {
    for (index, name) in graph.inputs.iter().enumerate() {
        writeln!(out, "i{index} {name}")?;
    }
    for (index, latch) in graph.latches.iter().enumerate() {
        writeln!(out, "l{index} {}", latch.name)?;
    }
    match graph.property {
        Property::Output(_) => writeln!(out, "o0 asked")?,
        Property::Bad(_) => writeln!(out, "b0 asked")?,
    }
    if !comments.is_empty() {
        writeln!(out, "c")?;
    }
    comments.iter().try_for_each(|comment| writeln!(out, "{comment}"))
}
