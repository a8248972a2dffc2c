//! All engines in the simulated world: the contract, a bad network, crashes.

mod connectionless;
mod contract;
mod counter;
mod faults;
mod hostile;
mod liveness;
mod peers;
mod streams;
mod swarm;
mod systems;
mod wakes;
mod wire;
mod world;
