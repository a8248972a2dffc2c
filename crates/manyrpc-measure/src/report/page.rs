//! A self-contained HTML page, which needs no network: its frame, its plots and its scripts.
//!
//! Plots are drawn by `chart.js` upon uPlot (`vendor/uplot`) from the numbers in the page. There is no other
//! renderer: without scripts the page has the numbers of small plots as tables, and says where those of the others
//! are.

use std::fmt::{self, Write};

use super::plot::{Plot, Shape};

const STYLE: &str = include_str!("style.css");
const TABLES: &str = include_str!("tables.js");
const CHART: &str = include_str!("chart.js");
const UPLOT: &str = include_str!("../../vendor/uplot/uPlot.iife.min.js");
const UPLOT_STYLE: &str = include_str!("../../vendor/uplot/uPlot.min.css");
const UPLOT_LICENSE: &str = include_str!("../../vendor/uplot/LICENSE");

/// Writes the start of a page; `style` is added to the style of every page.
pub fn open(out: &mut String, title: &str, style: &str) -> fmt::Result {
    writeln!(
        out,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{}</title>\n<link rel=\"icon\" href=\"data:,\">\n\
         <style>\n{UPLOT_STYLE}\n{STYLE}{style}</style>\n</head>\n<body>",
        escape(title)
    )
}

/// Writes the end of a page; `script` is added to the scripts of every page. The plotting library is included only
/// if needed.
pub fn close(out: &mut String, script: &str) -> fmt::Result {
    if out.contains(FIGURE) {
        writeln!(
            out,
            "<script>\n/* uPlot, which draws the axes of the plots:\n{UPLOT_LICENSE}\n*/\n{UPLOT}\n{CHART}</script>"
        )?;
    }
    writeln!(out, "<script>\n{script}{TABLES}</script>\n</body>\n</html>")
}

/// The start tag of a plot's figure.
const FIGURE: &str = "<figure class=\"plot\"";

/// Writes a plot; `attributes` are additional attributes of its figure. An empty plot is left out.
pub fn figure(out: &mut String, plot: &Plot, attributes: &str) -> fmt::Result {
    if plot.is_empty() {
        return Ok(());
    }
    // A script ends at the first `</script`, whatever it is in.
    let data = plot.to_json().to_string().replace('<', "\\u003c");
    writeln!(
        out,
        "{FIGURE}{attributes}><h3>{}</h3>\n<div class=\"chart\"></div>\n\
         <script type=\"application/json\">{data}</script>",
        escape(&plot.title)
    )?;
    without_scripts(out, plot)?;
    writeln!(
        out,
        "<figcaption>{}</figcaption></figure>",
        escape(&plot.caption)
    )
}

/// The points of a small plot as a table.
fn without_scripts(out: &mut String, plot: &Plot) -> fmt::Result {
    const MOST: usize = 200;
    let is_histogram = |shape: &Shape| matches!(shape, Shape::Steps(_) | Shape::Strip { .. });
    let told = || {
        plot.series
            .iter()
            .filter(|series| !is_histogram(&series.shape))
    };
    let points: usize = told().map(|series| series.shape.len()).sum();
    write!(out, "<noscript>")?;
    if (1..=MOST).contains(&points) {
        write!(out, "<div class=\"wide\"><table><tbody>")?;
        for series in told() {
            for words in series.shape.words(plot) {
                let name = escape(&series.name);
                write!(
                    out,
                    "<tr><td class=\"text\">{name}</td><td class=\"text\">{}</td></tr>",
                    escape(&words)
                )?;
            }
        }
        write!(out, "</tbody></table></div>")?;
    } else {
        write!(out, "<p class=\"soft\">This plot is drawn by a script.</p>")?;
    }
    writeln!(out, "</noscript>")
}

/// Escapes text for HTML, attributes included.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
