//! Reused memory of packets in transit.

/// A packet: its sender and its bytes.
#[derive(Debug, Default)]
pub(super) struct Packet {
    pub(super) from: u32,
    pub(super) bytes: Vec<u8>,
}

#[derive(Debug, Default)]
pub(super) struct Pool {
    packets: Vec<Packet>,
    free: Vec<u32>,
}

impl Pool {
    pub(super) fn put(&mut self, from: u32, bytes: &[u8]) -> u32 {
        let index = self.free.pop().unwrap_or_else(|| {
            self.packets.push(Packet::default());
            (self.packets.len() - 1) as u32
        });
        let packet = &mut self.packets[index as usize];
        packet.from = from;
        packet.bytes.clear();
        packet.bytes.extend_from_slice(bytes);
        index
    }

    pub(super) fn put_copy(&mut self, of: u32) -> u32 {
        let original = core::mem::take(&mut self.packets[of as usize]);
        let copy = self.put(original.from, &original.bytes);
        self.packets[of as usize] = original;
        copy
    }

    pub(super) fn get(&self, index: u32) -> &Packet {
        &self.packets[index as usize]
    }

    pub(super) fn get_mut(&mut self, index: u32) -> &mut Packet {
        &mut self.packets[index as usize]
    }

    pub(super) fn release(&mut self, index: u32) {
        debug_assert!(!self.free.contains(&index), "a packet is released once");
        self.free.push(index);
    }

    /// Packets in transit or waiting to be read.
    pub(super) fn in_use(&self) -> usize {
        self.packets.len() - self.free.len()
    }
}
