//! A table of connections whose tokens are never reused.

use super::connection::Connection;

/// Slots for connections. A token holds a slot and its generation, so that news of a closed
/// connection never reaches its successor.
#[derive(Default)]
pub(super) struct Slots {
    places: Vec<Place>,
    free: Vec<u32>,
}

#[derive(Default)]
struct Place {
    generation: u32,
    connection: Option<Box<Connection>>,
}

impl Slots {
    pub(super) fn insert(&mut self, connection: Box<Connection>) -> u64 {
        let at = self.free.pop().unwrap_or_else(|| {
            self.places.push(Place::default());
            (self.places.len() - 1) as u32
        });
        let place = &mut self.places[at as usize];
        place.connection = Some(connection);
        u64::from(place.generation) << 32 | u64::from(at)
    }

    #[inline]
    pub(super) fn get(&mut self, token: u64) -> Option<&mut Connection> {
        self.place(token)?.connection.as_deref_mut()
    }

    pub(super) fn remove(&mut self, token: u64) -> Option<Box<Connection>> {
        let place = self.place(token)?;
        let connection = place.connection.take()?;
        // The highest generations would look like the tokens of listeners.
        place.generation = (place.generation + 1) & 0x7fff_ffff;
        self.free.push(token as u32);
        Some(connection)
    }

    pub(super) fn len(&self) -> usize {
        self.places.len() - self.free.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The tokens of all connections.
    pub(super) fn tokens(&self) -> Vec<u64> {
        let held = self.places.iter().enumerate();
        held.filter(|(_, p)| p.connection.is_some())
            .map(|(at, p)| u64::from(p.generation) << 32 | at as u64)
            .collect()
    }

    #[inline]
    fn place(&mut self, token: u64) -> Option<&mut Place> {
        let place = self.places.get_mut(token as u32 as usize)?;
        (u64::from(place.generation) == token >> 32).then_some(place)
    }
}
