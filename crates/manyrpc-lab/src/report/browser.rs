//! A headless Chromium for tests, controlled through its remote debugging protocol (Chrome DevTools Protocol). The
//! messages are JSON, each ended by a zero byte, on the file descriptors 3 and 4 of the browser.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use serde_json::{Value, json};

/// A browser with one page, in a profile of its own.
pub(crate) struct Browser {
    child: Child,
    to: Option<ChildStdin>,
    from: Receiver<Value>,
    profile: PathBuf,
    session: Option<String>,
    number: u64,
    /// Events received so far.
    events: Vec<Value>,
}

/// The timeout for an answer, for a heavily loaded machine.
const TIMEOUT: Duration = Duration::from_secs(120);

impl Browser {
    /// Starts it.
    pub(crate) fn start(name: &str) -> Self {
        let profile =
            std::env::temp_dir().join(format!("manyrpc-browser-{name}-{}", std::process::id()));
        let mut child = Command::new("sh")
            .args([
                "-c",
                "exec \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>/dev/null",
                "sh",
            ])
            .args([
                "chromium",
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--no-first-run",
            ])
            .args([
                "--disable-dev-shm-usage",
                "--disable-background-networking",
                "--remote-debugging-pipe",
            ])
            .arg(format!("--user-data-dir={}", profile.display()))
            .arg("about:blank")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a shell is there");
        let output = child.stdout.take().expect("it is piped");
        let (sender, from) = channel();
        std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            let mut message = Vec::new();
            while matches!(output.read_until(0, &mut message), Ok(1..)) {
                let Ok(value) =
                    serde_json::from_slice(message.strip_suffix(&[0]).unwrap_or(&message))
                else {
                    return;
                };
                if sender.send(value).is_err() {
                    return;
                }
                message.clear();
            }
        });
        let mut browser = Browser {
            to: child.stdin.take(),
            child,
            from,
            profile,
            session: None,
            number: 0,
            events: Vec::new(),
        };
        browser.attach();
        browser
    }

    fn attach(&mut self) {
        let targets = self.ask("Target.getTargets", json!({}));
        let targets = targets["targetInfos"]
            .as_array()
            .expect("a list of targets");
        let page = targets
            .iter()
            .find(|target| target["type"] == "page")
            .expect("a page is open");
        let attach = json!({"targetId": page["targetId"], "flatten": true});
        let session = self.ask("Target.attachToTarget", attach);
        self.session = session["sessionId"].as_str().map(str::to_owned);
        for domain in ["Page", "Runtime", "Log", "Network"] {
            self.ask(&format!("{domain}.enable"), json!({}));
        }
        // Without the focus a page may not use the clipboard.
        self.ask(
            "Emulation.setFocusEmulationEnabled",
            json!({"enabled": true}),
        );
        let permissions = json!({"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]});
        self.ask("Browser.grantPermissions", permissions);
    }

    /// Sends a command and waits for its answer.
    pub(crate) fn ask(&mut self, method: &str, parameters: Value) -> Value {
        self.number += 1;
        let mut command = json!({"id": self.number, "method": method, "params": parameters});
        if let Some(session) = &self.session {
            command["sessionId"] = json!(session);
        }
        let pipe = self
            .to
            .as_mut()
            .expect("it is open until the browser is dropped");
        let sent = pipe
            .write_all(format!("{command}\0").as_bytes())
            .and_then(|()| pipe.flush());
        sent.unwrap_or_else(|e| panic!("no chromium ({e}); `scripts/setup.sh test` installs it"));
        loop {
            let answer = self.next(method);
            if answer["id"] == self.number {
                assert!(answer["error"].is_null(), "{method}: {}", answer["error"]);
                return answer["result"].clone();
            }
            self.events.push(answer);
        }
    }

    fn next(&mut self, why: &str) -> Value {
        let next = self.from.recv_timeout(TIMEOUT);
        next.unwrap_or_else(|e| {
            panic!("chromium says nothing more ({e}) at {why}; `scripts/setup.sh test` installs it")
        })
    }

    /// Opens a file and waits until it is loaded and drawn.
    pub(crate) fn open(&mut self, page: &Path) {
        self.ask("Page.navigate", json!({"url": address(page)}));
        while !self
            .events
            .iter()
            .any(|event| event["method"] == "Page.loadEventFired")
        {
            let event = self.next("Page.navigate");
            self.events.push(event);
        }
        self.events
            .retain(|event| event["method"] != "Page.loadEventFired");
    }

    /// Evaluates a script's expression as if started by the user; promises are awaited.
    pub(crate) fn evaluate(&mut self, expression: &str) -> Value {
        let parameters = json!({
            "expression": expression, "returnByValue": true, "awaitPromise": true, "userGesture": true,
        });
        let answer = self.ask("Runtime.evaluate", parameters);
        let problem = &answer["exceptionDetails"];
        assert!(problem.is_null(), "{expression}: {problem}");
        answer["result"]["value"].clone()
    }

    /// Waits until pending changes are drawn.
    pub(crate) fn settle(&mut self) {
        self.evaluate(
            "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))",
        );
    }

    /// Sets the window's size; `phone` enables touch and two device pixels per pixel.
    pub(crate) fn window(&mut self, width: u32, height: u32, phone: bool) {
        let scale = if phone { 2 } else { 1 };
        self.ask(
            "Emulation.setDeviceMetricsOverride",
            json!({"width": width, "height": height, "deviceScaleFactor": scale, "mobile": phone}),
        );
        self.ask(
            "Emulation.setTouchEmulationEnabled",
            json!({"enabled": phone}),
        );
    }

    /// Sets the preference for dark colours.
    pub(crate) fn dark(&mut self, dark: bool) {
        let value = if dark { "dark" } else { "light" };
        let features = json!([{"name": "prefers-color-scheme", "value": value}]);
        self.ask("Emulation.setEmulatedMedia", json!({"features": features}));
    }

    /// Drags the mouse from one point to another.
    pub(crate) fn drag(&mut self, from: (f64, f64), to: (f64, f64)) {
        self.mouse("mouseMoved", from, 0);
        self.mouse("mousePressed", from, 1);
        self.mouse(
            "mouseMoved",
            ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0),
            1,
        );
        self.mouse("mouseMoved", to, 1);
        self.mouse("mouseReleased", to, 1);
    }

    /// Double-clicks the mouse.
    pub(crate) fn double_click(&mut self, at: (f64, f64)) {
        for clicks in [1, 2] {
            self.mouse("mousePressed", at, clicks);
            self.mouse("mouseReleased", at, clicks);
        }
    }

    /// Sends one mouse event.
    pub(crate) fn mouse(&mut self, kind: &str, (x, y): (f64, f64), clicks: u32) {
        let button = if clicks > 0 { "left" } else { "none" };
        let event = json!({"type": kind, "x": x, "y": y, "button": button, "buttons": clicks.min(1), "clickCount": clicks});
        self.ask("Input.dispatchMouseEvent", event);
    }

    /// Swipes with a finger from one point to another.
    pub(crate) fn swipe(&mut self, from: (f64, f64), to: (f64, f64)) {
        let middle = ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0);
        for (kind, point) in [
            ("touchStart", Some(from)),
            ("touchMove", Some(middle)),
            ("touchMove", Some(to)),
            ("touchEnd", None),
        ] {
            let points: Vec<Value> = point.iter().map(|(x, y)| json!({"x": x, "y": y})).collect();
            self.ask(
                "Input.dispatchTouchEvent",
                json!({"type": kind, "touchPoints": points}),
            );
        }
    }

    /// Errors in the opened page so far, and its network requests.
    pub(crate) fn complaints(&mut self, page: &Path) -> Vec<String> {
        let own = address(page);
        let complaint = |event: &Value| {
            let what = &event["params"];
            match event["method"].as_str()? {
                "Runtime.exceptionThrown" | "Log.entryAdded" => Some(what.to_string()),
                "Runtime.consoleAPICalled" => Some(what.to_string()),
                "Network.requestWillBeSent" => {
                    let asked = what["request"]["url"].as_str()?;
                    (asked != own && !asked.starts_with("data:"))
                        .then(|| format!("asked for {asked}"))
                }
                _ => None,
            }
        };
        let complaints = self.events.iter().filter_map(complaint).collect();
        self.events.clear();
        complaints
    }

    /// The decoded Base64 in the answer's `data`.
    pub(crate) fn data(&mut self, method: &str, parameters: Value) -> Vec<u8> {
        let answer = self.ask(method, parameters);
        super::tests::base64(answer["data"].as_str().expect("base64").as_bytes())
    }
}

fn address(page: &Path) -> String {
    format!("file://{}", page.display())
}

impl Drop for Browser {
    fn drop(&mut self) {
        // It ends by itself without the pipe; otherwise it is killed.
        if let Some(pipe) = &mut self.to {
            let close = json!({"id": 0, "method": "Browser.close"});
            let _ = pipe.write_all(format!("{close}\0").as_bytes());
        }
        while self.from.recv_timeout(Duration::from_secs(10)).is_ok() {}
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = fs::remove_dir_all(&self.profile);
    }
}
