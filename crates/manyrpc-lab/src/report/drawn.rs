//! Tests of reports in a real browser: every plot is drawn, without network requests or errors, on a screen, a
//! phone and paper, in dark mode and without scripts.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::browser::Browser;
use super::{Format, render, synthetic};
use crate::study::render as study;

/// A page in a file, which is removed when dropped.
struct Page(PathBuf);

impl Page {
    fn of(name: &str, text: &str) -> Self {
        let path = std::env::temp_dir().join(format!("manyrpc-{name}-{}.html", std::process::id()));
        fs::write(&path, text).unwrap();
        if let Some(keep) = std::env::var_os("MANYRPC_KEEP_PAGES") {
            fs::write(Path::new(&keep).join(format!("{name}.html")), text).unwrap();
        }
        Page(path)
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[test]
fn the_report_of_compare_works_in_a_browser() {
    let (run, distributions) = synthetic::run();
    let page = Page::of("compare", &render(&run, &distributions, Format::Html));
    let mut browser = Browser::start("compare");
    browser.window(1100, 900, false);
    browser.open(&page.0);
    browser.settle();
    let choices = "Object.fromEntries([...document.querySelectorAll('nav select')].map(s => [s.name, [...s.options].map(o => o.value)]))";
    let choices = browser.evaluate(choices);
    let mut drawn = 0;
    for placement in choices["placement"].as_array().unwrap() {
        choose(&mut browser, "placement", placement);
        for workload in choices["workload"].as_array().unwrap() {
            choose(&mut browser, "workload", workload);
            drawn += every_series_is_drawn(&mut browser, ".plot[data-workload]");
        }
        drawn += every_series_is_drawn(&mut browser, ".plot:not([data-workload])");
    }
    let plots = browser.evaluate("document.querySelectorAll('figure.plot').length");
    assert_eq!(plots, drawn);
    for (name, first) in [("placement", "same"), ("workload", "nothing")] {
        choose(&mut browser, name, &json!(first));
    }
    the_same_for_all(&mut browser, &page.0);
    a_copied_table_has_all_columns(&mut browser, "median µs");
}

#[test]
fn the_report_of_a_study_works_in_a_browser() {
    let paper = study::synthetic::paper();
    let plots: usize = paper.parts.iter().map(|part| part.plots.len()).sum();
    let page = Page::of("study", &study::html(&paper));
    let mut browser = Browser::start("study");
    browser.window(1100, 900, false);
    browser.open(&page.0);
    browser.settle();
    assert_eq!(every_series_is_drawn(&mut browser, ".plot"), plots);
    the_same_for_all(&mut browser, &page.0);
    a_copied_table_has_all_columns(&mut browser, "1440");
}

fn choose(browser: &mut Browser, name: &str, value: &Value) {
    browser.evaluate(&format!(
        "{{ const s = document.querySelector('select[name={name}]'); s.value = {value}; s.dispatchEvent(new Event('change')); }}"
    ));
    browser.settle();
}

/// The number of visible plots. In each of them every entry of the legend draws something in its colour when shown
/// alone, removes something when switched off, and restores the same picture.
fn every_series_is_drawn(browser: &mut Browser, selector: &str) -> usize {
    const SCRIPT: &str = r#"(async (selector) => {
        const drawn = () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))));
        const figures = [...document.querySelectorAll(selector)].filter(figure => figure.offsetParent);
        const wrong = [];
        // The red, green and blue values are those of the ink even at low opacity.
        const inked = async (picture, ink) => {
            const image = new Image(), canvas = document.createElement("canvas");
            image.src = picture;
            await image.decode();
            Object.assign(canvas, { width: image.width, height: image.height });
            const context = canvas.getContext("2d", { willReadFrequently: true });
            context.drawImage(image, 0, 0);
            const dots = context.getImageData(0, 0, canvas.width, canvas.height).data;
            const [red, green, blue] = ink.match(/\d+/g).map(Number);
            let count = 0;
            for (let i = 0; i < dots.length; i += 4)
                if (dots[i + 3] > 100 && Math.abs(dots[i] - red) + Math.abs(dots[i + 1] - green) + Math.abs(dots[i + 2] - blue) < 12) count++;
            return count;
        };
        for (const figure of figures) {
            const picture = () => figure.querySelector("canvas")?.toDataURL();
            const title = figure.querySelector("h3").textContent, before = picture();
            if (!before) wrong.push(`${title}: no canvas`);
            const keys = [...figure.querySelectorAll(".key")];
            for (const key of keys) {
                key.dispatchEvent(new MouseEvent("dblclick"));
                await drawn();
                const ink = await inked(picture(), getComputedStyle(key.querySelector("i")).color);
                if (ink < 10) wrong.push(`${title}: ${ink} dots of ${key.textContent}`);
                keys.filter((other) => other !== key).forEach((other) => other.click());
                await drawn();
                key.click();
                await drawn();
                if (picture() === before) wrong.push(`${title}: nothing is drawn of ${key.textContent}`);
                key.click();
                await drawn();
                if (picture() !== before) wrong.push(`${title}: ${key.textContent} does not come back`);
            }
        }
        return { plots: figures.length, wrong };
    })"#;
    let found = browser.evaluate(&format!("{SCRIPT}({})", json!(selector)));
    assert_eq!(found["wrong"], json!([]));
    found["plots"].as_u64().unwrap() as usize
}

fn the_same_for_all(browser: &mut Browser, page: &Path) {
    it_zooms_by_mouse(browser);
    axes_change(browser);
    let light = picture(browser, 0);
    browser.dark(true);
    browser.settle();
    assert_ne!(
        picture(browser, 0),
        light,
        "the plots are as dark as the page"
    );
    kept(browser, "dark");
    // Paper stays white.
    plots_are_on_paper(browser);
    browser.dark(false);
    browser.settle();
    assert_eq!(picture(browser, 0), light);
    assert_eq!(browser.complaints(page), [] as [String; 0]);
    it_fits_a_phone(browser, page);
    it_is_readable_without_scripts(browser, page);
    browser.window(1100, 900, false);
    browser.open(page);
    browser.settle();
    kept(browser, "desktop");
    assert_eq!(browser.complaints(page), [] as [String; 0]);
}

const FIGURES: &str =
    "[...document.querySelectorAll('.plot')].filter(figure => figure.offsetParent)";

fn figures(browser: &mut Browser) -> usize {
    browser
        .evaluate(&format!("{FIGURES}.length"))
        .as_u64()
        .unwrap() as usize
}

fn picture(browser: &mut Browser, figure: usize) -> String {
    let picture = browser.evaluate(&format!(
        "{FIGURES}[{figure}].querySelector('canvas').toDataURL()"
    ));
    picture.as_str().unwrap().to_owned()
}

/// The window coordinates of a point given as shares of the plot's width and height.
fn place(browser: &mut Browser, figure: usize, across: f64, down: f64) -> (f64, f64) {
    let place = browser.evaluate(&format!(
        "(() => {{ const over = {FIGURES}[{figure}].querySelector('.u-over'); over.scrollIntoView({{block: 'center'}});
           const at = over.getBoundingClientRect();
           const visible = Math.min(at.bottom, innerHeight) - Math.max(at.top, 0);
           return [at.left + at.width * {across}, Math.max(at.top, 0) + visible * {down}]; }})()"
    ));
    (place[0].as_f64().unwrap(), place[1].as_f64().unwrap())
}

/// Whether the button to show the whole plot again is visible.
fn can_go_back(browser: &mut Browser, figure: usize) -> bool {
    browser.evaluate(&format!(
        "!{FIGURES}[{figure}].querySelector('.back').hidden"
    )) == true
}

fn it_zooms_by_mouse(browser: &mut Browser) {
    for figure in 0..figures(browser) {
        let whole = picture(browser, figure);
        assert!(!can_go_back(browser, figure));
        let (from, to) = (
            place(browser, figure, 0.3, 0.5),
            place(browser, figure, 0.7, 0.5),
        );
        browser.drag(from, to);
        browser.settle();
        assert!(can_go_back(browser, figure), "plot {figure} is zoomed");
        assert_ne!(picture(browser, figure), whole, "plot {figure} is zoomed");
        browser.double_click(from);
        browser.settle();
        assert!(!can_go_back(browser, figure), "plot {figure} is whole");
        assert_eq!(picture(browser, figure), whole, "plot {figure} is whole");
    }
    the_nearest_point_is_named(browser);
}

/// In a plot with rows there is always a nearest point.
fn the_nearest_point_is_named(browser: &mut Browser) {
    let rows = format!(
        "{FIGURES}.findIndex(f => JSON.parse(f.querySelector('script').textContent).rows.length > 0)"
    );
    let figure = browser.evaluate(&rows).as_u64().expect("a plot of rows") as usize;
    let at = place(browser, figure, 0.5, 0.5);
    browser.mouse("mouseMoved", at, 0);
    browser.settle();
    let tip = browser.evaluate(&format!(
        "{FIGURES}[{figure}].querySelector('.tip:not([hidden])')?.textContent"
    ));
    let tip = tip.as_str().expect("something is named");
    assert!(tip.contains("µs") && tip.contains("median"), "{tip}");
}

/// Buttons for logarithmic axes change the plot, and change it back.
fn axes_change(browser: &mut Browser) {
    let mut changed = 0;
    for figure in 0..figures(browser) {
        let whole = picture(browser, figure);
        for axis in ["x", "y"] {
            let click = format!(
                "(() => {{ const b = [...{FIGURES}[{figure}].querySelectorAll('.tools button')].find(b => b.textContent.startsWith('{axis}: ')); b?.click(); return !!b; }})()"
            );
            if browser.evaluate(&click) == true {
                browser.settle();
                assert_ne!(picture(browser, figure), whole, "plot {figure}, {axis}");
                browser.evaluate(&click);
                browser.settle();
                assert_eq!(picture(browser, figure), whole, "plot {figure}, {axis}");
                changed += 1;
            }
        }
    }
    assert!(changed > 0);
}

fn it_fits_a_phone(browser: &mut Browser, page: &Path) {
    browser.window(360, 740, true);
    browser.open(page);
    browser.settle();
    assert_eq!(
        browser.evaluate("document.documentElement.scrollWidth"),
        360
    );
    kept(browser, "phone");
    let whole = picture(browser, 0);
    let (from, to) = (place(browser, 0, 0.2, 0.5), place(browser, 0, 0.8, 0.5));
    browser.swipe(from, to);
    browser.settle();
    assert!(can_go_back(browser, 0), "a finger zooms");
    browser.evaluate(&format!("{FIGURES}[0].querySelector('.back').click()"));
    browser.settle();
    assert_eq!(picture(browser, 0), whole);
    assert_eq!(browser.complaints(page), [] as [String; 0]);
}

fn it_is_readable_without_scripts(browser: &mut Browser, page: &Path) {
    browser.ask(
        "Emulation.setScriptExecutionDisabled",
        json!({"value": true}),
    );
    browser.open(page);
    kept(browser, "without-scripts");
    // The debugger's own expressions still work.
    let shown = browser.evaluate("document.querySelectorAll('noscript table, noscript p').length");
    let plots = browser.evaluate("document.querySelectorAll('figure.plot').length");
    assert_eq!(shown, plots, "each plot has its numbers, or says why not");
    assert_eq!(
        browser.evaluate("document.documentElement.scrollWidth"),
        360
    );
    assert_eq!(browser.complaints(page), [] as [String; 0]);
    browser.ask(
        "Emulation.setScriptExecutionDisabled",
        json!({"value": false}),
    );
}

/// Each plot is printed: printed alone, the page has a line for each of its points (Chromium prints canvases as
/// lines) in addition to those of the page without the canvas, or a picture.
fn plots_are_on_paper(browser: &mut Browser) {
    let paper = json!({"printBackground": false});
    if let Some(keep) = std::env::var_os("MANYRPC_KEEP_PAGES") {
        let name = browser.evaluate("document.title.split(/[ ,]/)[1]");
        let pdf = browser.data("Page.printToPDF", paper.clone());
        fs::write(
            Path::new(&keep).join(format!("{}.pdf", name.as_str().unwrap())),
            pdf,
        )
        .unwrap();
    }
    for figure in 0..figures(browser) {
        let points = browser.evaluate(&format!(
            "(() => {{ window.alone = {FIGURES}[{figure}];
               document.head.append(window.rule = document.createElement('style'));
               rule.textContent = '@media print {{ body *:not(:has(.alone)):not(.alone):not(.alone *) {{ display: none }} }}';
               alone.classList.add('alone');
               const series = JSON.parse(alone.querySelector('script').textContent).series;
               return series.filter(s => s.kind !== 'boxes' && s.kind !== 'ranges' && s.kind !== 'points').map(s => s.columns[0].length - 1).reduce((a, b) => a + b, 0); }})()"
        ));
        let points = points.as_u64().unwrap() as usize;
        let (lines, pictures) = drawing(&browser.data("Page.printToPDF", paper.clone()));
        browser.evaluate("rule.textContent += '.alone canvas { visibility: hidden }'");
        let (others, _) = drawing(&browser.data("Page.printToPDF", paper.clone()));
        browser.evaluate("alone.classList.remove('alone'); rule.remove()");
        assert!(
            pictures > 0 || lines > others + points,
            "plot {figure}: {lines} lines, {others} of the page, for {points} points"
        );
    }
    browser.settle();
}

/// The number of lines and pictures in a PDF (ISO 32000-1, 7.3.8 and 8.5.2).
fn drawing(pdf: &[u8]) -> (usize, usize) {
    assert!(pdf.starts_with(b"%PDF-"));
    let at = |from: usize, what: &[u8]| {
        let found = pdf[from..]
            .windows(what.len())
            .position(|window| window == what);
        found.map(|place| from + place)
    };
    let (mut lines, mut pictures, mut place) = (0, 0, 0);
    while let Some(start) = at(place, b"stream\n") {
        let content = start + b"stream\n".len();
        let Some(end) = at(content, b"endstream") else {
            break;
        };
        let mut text = Vec::new();
        let _ = flate2::read::ZlibDecoder::new(&pdf[content..end]).read_to_end(&mut text);
        let operator = |line: &&[u8]| line.ends_with(b" l") || line.ends_with(b" c");
        lines += text.split(|&byte| byte == b'\n').filter(operator).count();
        let head = String::from_utf8_lossy(&pdf[start.saturating_sub(300)..start]).into_owned();
        pictures += usize::from(
            head.rsplit("obj")
                .next()
                .is_some_and(|h| h.contains("/Image")),
        );
        place = end + b"endstream".len();
    }
    (lines, pictures)
}

fn a_copied_table_has_all_columns(browser: &mut Browser, word: &str) {
    let copied = browser.evaluate(
        "(async () => { document.querySelector('button.copy').click();
           for (let text; ;) { await new Promise(done => requestAnimationFrame(done));
             text = await navigator.clipboard.readText(); if (text) return text; } })()",
    );
    let copied = copied.as_str().unwrap();
    assert!(copied.contains(word), "{copied}");
    let columns = |line: &str| line.matches('\t').count();
    let first = columns(copied.lines().next().unwrap());
    assert!(
        first > 2 && copied.lines().all(|line| columns(line) == first),
        "{copied}"
    );
}

/// Saves a picture for people, if requested.
fn kept(browser: &mut Browser, name: &str) {
    let Some(keep) = std::env::var_os("MANYRPC_KEEP_PAGES") else {
        return;
    };
    let title = browser.evaluate("document.title.split(/[ ,]/)[1]");
    let size = browser.ask("Page.getLayoutMetrics", json!({}))["cssContentSize"].clone();
    let clip =
        json!({"x": 0, "y": 0, "width": size["width"], "height": size["height"], "scale": 1});
    let shot = json!({"captureBeyondViewport": true, "clip": clip});
    let picture = browser.data("Page.captureScreenshot", shot);
    let file = format!("{}-{name}.png", title.as_str().unwrap());
    fs::write(Path::new(&keep).join(file), picture).unwrap();
}
