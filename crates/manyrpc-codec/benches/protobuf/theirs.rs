//! The same messages for prost.

use crate::{nested, types};

#[derive(Clone, PartialEq, prost::Message)]
pub(crate) struct Info {
    #[prost(int32, tag = "1")]
    id: i32,
    #[prost(string, tag = "2")]
    first_name: String,
    #[prost(string, tag = "3")]
    last_name: String,
    #[prost(int32, tag = "4")]
    age: i32,
    #[prost(string, tag = "5")]
    email: String,
    #[prost(string, tag = "6")]
    phone: String,
    #[prost(bool, tag = "7")]
    newsletter: bool,
    #[prost(float, tag = "8")]
    latitude: f32,
    #[prost(float, tag = "9")]
    longitude: f32,
    #[prost(bytes = "vec", tag = "10")]
    photo: Vec<u8>,
}

#[derive(Clone, PartialEq, prost::Message)]
pub(crate) struct Infos {
    #[prost(message, repeated, tag = "1")]
    pub(crate) infos: Vec<Info>,
}

#[derive(Clone, PartialEq, prost::Message)]
pub(crate) struct Ints {
    #[prost(int32, repeated, tag = "1")]
    pub(crate) values: Vec<i32>,
}

#[derive(Clone, PartialEq, prost::Message)]
pub(crate) struct Node {
    #[prost(int32, tag = "1")]
    id: i32,
    #[prost(string, tag = "2")]
    name: String,
    #[prost(message, repeated, tag = "3")]
    children: Vec<Node>,
    #[prost(bytes = "vec", tag = "4")]
    blob: Vec<u8>,
}

#[derive(Clone, PartialEq, prost::Message)]
pub(crate) struct Link {
    #[prost(int32, tag = "1")]
    id: i32,
    #[prost(string, tag = "2")]
    name: String,
    #[prost(message, optional, boxed, tag = "3")]
    next: Option<Box<Link>>,
}

pub(crate) fn info(v: &types::Info<'_>) -> Info {
    Info {
        id: v.id,
        first_name: v.first_name.to_string(),
        last_name: v.last_name.to_string(),
        age: v.age,
        email: v.email.to_string(),
        phone: v.phone.to_string(),
        newsletter: v.newsletter,
        latitude: v.latitude,
        longitude: v.longitude,
        photo: v.photo.to_vec(),
    }
}

pub(crate) fn node(v: &nested::Node<'_>) -> Node {
    Node {
        id: v.id,
        name: v.name.to_string(),
        children: v.children.iter().map(node).collect(),
        blob: v.blob.to_vec(),
    }
}

pub(crate) fn link(v: &nested::Link<'_>) -> Link {
    Link {
        id: v.id,
        name: v.name.to_string(),
        next: v.next.as_ref().map(|next| Box::new(link(next))),
    }
}
