//! What is drawn of a definition in which order.

use std::collections::BTreeMap;

use crate::Draw;

use super::names::{self, Taken};
use super::shape::{Method, Service, Shape, Within};
use super::{enums, fields, files};

impl Shape {
    pub(super) fn draw(name: &str, draw: &mut Draw) -> Self {
        let mut shape = Shape {
            files: files::draw(name, draw),
            packages: BTreeMap::new(),
            messages: Vec::new(),
            enums: Vec::new(),
            extensions: Vec::new(),
            services: Vec::new(),
        };
        files::declare_packages(&mut shape);
        let declaring = shape.declaring();
        let more = declaring.len() - 1;
        for _ in 0..draw.between(1 + more, 6 + more) {
            let file = *draw.pick(&declaring);
            let within = shape.somewhere(draw, file, 40);
            shape.message(draw, within, false);
        }
        for _ in 0..draw.below(4 + more) {
            let file = *draw.pick(&declaring);
            enums::draw(&mut shape, draw, file);
        }
        shape.fields(draw);
        for file in declaring {
            shape.services(draw, file);
        }
        shape
    }

    /// Fields of all messages, and extensions. Groups are messages that come with fields.
    fn fields(&mut self, draw: &mut Draw) {
        let mut at = 0;
        while at < self.messages.len() {
            fields::of_message(self, draw, at);
            at += 1;
        }
        let filled = at;
        fields::extensions(self, draw);
        for at in filled..self.messages.len() {
            fields::of_message(self, draw, at);
        }
    }

    /// The files that declare something.
    fn declaring(&self) -> Vec<usize> {
        let all = 0..self.files.len();
        all.filter(|at| !self.files[*at].is_bare).collect()
    }

    fn services(&mut self, draw: &mut Draw, file: usize) {
        let seen = self.messages_seen(file);
        for _ in 0..*draw.weighted(&[(7, 0), (2, 1), (1, 2)]) {
            let taken = self.taken(Within::File(file));
            let name = taken.take(draw, "Service", &names::TYPES, names::alone);
            let mut taken = Taken::default();
            let methods = (0..draw.below(if seen.is_empty() { 1 } else { 5 })).map(|_| {
                let name = taken.take(draw, "Method", &names::TYPES, names::alone);
                let mut side = || (*draw.pick(&seen), draw.chance(40));
                let sides = [side(), side()];
                Method { name, sides }
            });
            let methods = methods.collect();
            self.services.push(Service {
                file,
                name,
                methods,
            });
        }
    }
}
