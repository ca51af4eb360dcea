//! Access control: forged requests, cookies, private tables, and how connections are closed.

use crate::common::{Client, Person, ask, serve, table};
use eights_wire::{Phase, Room, ToClient, ToServer, Who};
use http_body_util::Full;
use hyper::{Request, body::Bytes};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio_tungstenite::tungstenite::Message;

async fn with(person: &Person, method: &str, path: &str, headers: &[(&str, &str)]) -> crate::common::Answer {
    let mut request = Request::builder().method(method).uri(path).header("host", person.address.to_string());
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let body = if method == "GET" { "" } else { r#"{"name":"Mallory"}"# };
    ask(person.address, request.body(Full::new(Bytes::from(body))).unwrap()).await
}

#[tokio::test(flavor = "multi_thread")]
async fn forged_requests_change_nothing() {
    let (server, _folder) = serve(|_| ()).await;
    let ada = Person::new(server.address).await;
    let json = ("content-type", "application/json");
    let cookie = ("cookie", ada.cookie.as_str());
    let own = format!("http://{}", server.address);
    // One digit of the token is changed.
    let (token, digit) = ada.cookie.split_at(ada.cookie.len() - 1);
    let forged = format!("{token}{}", if digit == "0" { "1" } else { "0" });
    let cases: [(u16, &[(&str, &str)]); 6] = [
        (403, &[json, cookie]),
        (403, &[json, cookie, ("x-eights", "1"), ("origin", "https://evil.example")]),
        (403, &[json, cookie, ("x-eights", "1"), ("origin", "null")]),
        (401, &[json, ("x-eights", "1")]),
        (401, &[json, ("x-eights", "1"), ("cookie", &forged)]),
        (415, &[cookie, ("x-eights", "1")]),
    ];
    for (status, headers) in cases {
        let answer = with(&ada, "PUT", "/api/me", headers).await;
        assert_eq!(answer.status, status, "{headers:?}: {}", answer.text);
        assert!(!answer.json()["error"].as_str().unwrap().is_empty());
    }
    assert_ne!(ada.get("/api/me").await.json()["name"], "Mallory");
    let fine = with(&ada, "PUT", "/api/me", &[json, cookie, ("x-eights", "1"), ("origin", &own)]).await;
    assert_eq!(fine.status, 200);
    let name = "x".repeat(25);
    assert_eq!(ada.write("PUT", "/api/me", &format!(r#"{{"name":"{name}"}}"#)).await.status, 422);
    server.shut_down().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_response_has_security_headers() {
    let (server, _folder) = serve(|_| ()).await;
    let ada = Person::new(server.address).await;
    for path in ["/", "/api/me", "/api/nothing", "/healthz", "/t/ABCDEF"] {
        let answer = ada.get(path).await;
        let policy = answer.headers["content-security-policy"].to_str().unwrap();
        assert!(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"));
        assert_eq!(answer.headers["x-content-type-options"], "nosniff");
        assert_eq!(answer.headers["referrer-policy"], "no-referrer");
    }
    let first = with(&ada, "GET", "/api/me", &[]).await;
    let cookie = first.headers["set-cookie"].to_str().unwrap();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), "{cookie}");
    let paths = ada.get("/openapi.json").await.json()["paths"].as_object().unwrap().len();
    assert_eq!(paths, 16, "every path of the API is described");
    assert_eq!(ada.get("/readyz").await.status, 200);
    server.shut_down().await;
}

/// Every status that refuses a request with a body is in the OpenAPI document.
#[tokio::test(flavor = "multi_thread")]
async fn refusals_are_in_the_openapi_document() {
    let (server, _folder) = serve(|_| ()).await;
    let ada = Person::new(server.address).await;
    let api = ada.get("/openapi.json").await.json();
    for (path, method) in [
        ("/api/me", "put"),
        ("/api/me/claim", "post"),
        ("/api/rules/{game}", "post"),
        ("/api/rules/{game}/check", "post"),
        ("/api/tables", "post"),
    ] {
        let described = &api["paths"][path][method]["responses"];
        let address = path.replace("{game}", "crazy-eights");
        let mut seen = Vec::new();
        for body in ["{", "[1]", "{\"code\":\"none\",\"name\":7,\"game\":\"none\"}"] {
            seen.push(ada.write(&method.to_uppercase(), &address, body).await.status);
        }
        let headers = [("content-type", "text/plain"), ("x-eights", "1"), ("cookie", &ada.cookie)];
        seen.push(with(&ada, &method.to_uppercase(), &address, &headers).await.status);
        assert!(seen.contains(&400) && seen.contains(&415), "{path}: {seen:?}");
        for status in seen {
            assert!(described.get(status.to_string()).is_some(), "{path}: {status} is not described");
        }
    }
    server.shut_down().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_code_moves_a_person_to_another_device() {
    let (server, _folder) = serve(|_| ()).await;
    let ada = Person::new(server.address).await;
    let code = ada.post("/api/me/link", "").await.json()["code"].as_str().unwrap().to_owned();
    let phone = Person::new(server.address).await;
    let claimed = phone.post("/api/me/claim", &format!(r#"{{"code":"{code}"}}"#)).await;
    assert_eq!(claimed.json()["id"], ada.id.as_str());
    assert!(claimed.headers.contains_key("set-cookie"));
    let again = phone.post("/api/me/claim", &format!(r#"{{"code":"{code}"}}"#)).await;
    assert_eq!(again.status, 404, "a code works once");
    assert_eq!(ada.post("/api/me/link", "").await.status, 401, "the old device is somebody else now");
    server.shut_down().await;
}

/// Moving to another device closes the connections of the old one at every table, even before
/// `hello`.
#[tokio::test(flavor = "multi_thread")]
async fn moving_to_another_device_closes_the_connections_of_the_old_one() {
    let (server, _folder) = serve(|_| ()).await;
    let (people, mut clients) = table(server.address, "crazy-eights", "basic", 2).await;
    let code = clients[0].room.as_ref().unwrap().code.clone();
    let body = r#"{"game":"crazy-eights","seats":2}"#;
    let other = people[0].post("/api/tables", body).await.json()["code"].as_str().unwrap().to_owned();
    let mut elsewhere = Client::open(&people[0], &other).await;
    let mut silent = Client::silent(&people[0], &code).await;

    let link = people[0].post("/api/me/link", "").await.json()["code"].as_str().unwrap().to_owned();
    let mut phone = Person::new(server.address).await;
    let claimed = phone.post("/api/me/claim", &format!(r#"{{"code":"{link}"}}"#)).await;
    assert_eq!(claimed.status, 200, "{}", claimed.text);
    for client in [&mut clients[0], &mut elsewhere, &mut silent] {
        let bye = client.wait(|message| matches!(message, ToClient::Bye { .. })).await;
        assert!(matches!(bye, ToClient::Bye { back_in: None, .. }), "the old device does not come back");
        assert!(client.next().await.is_none(), "no message follows the bye");
    }
    let is_away = |room: &Room| matches!(&room.chairs[0].who, Who::Person { here: false, .. });
    clients[1].wait_room(is_away).await;

    let cookie = claimed.headers["set-cookie"].to_str().unwrap();
    phone.cookie = cookie.split(';').next().unwrap().to_owned();
    let mut moved = Client::open(&phone, &code).await;
    assert_eq!(moved.seat.as_deref(), Some("A"), "the seat has moved to the new device");
    moved.catch_up().await;
    clients[1].wait_room(|room| !is_away(room)).await;
    server.shut_down().await;
}

/// The cookie lasts for a year from the last visit, not from the first.
#[tokio::test(flavor = "multi_thread")]
async fn every_visit_extends_the_cookie() {
    let (server, _folder) = serve(|_| ()).await;
    let ada = Person::new(server.address).await;
    let visit = ada.get("/api/me").await;
    assert_eq!(visit.json()["id"], ada.id.as_str());
    let cookie = visit.headers["set-cookie"].to_str().unwrap();
    assert_eq!(cookie.split(';').next(), Some(ada.cookie.as_str()), "the same cookie");
    assert!(cookie.contains("; Max-Age=31536000; HttpOnly; SameSite=Lax"), "{cookie}");
    server.shut_down().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn house_rules_are_checked_saved_and_played() {
    let (server, _folder) = serve(|_| ()).await;
    let ada = Person::new(server.address).await;
    let bad =
        ada.post("/api/rules/crazy-eights/check", r#"{"text":"titel = \"x\"\nextends = \"basic\""}"#).await;
    let bad = bad.json();
    assert_eq!((&bad["ok"], &bad["problems"][0]["line"]), (&false.into(), &1.into()), "{bad}");
    let sheet = r#"{"sheet":{"title":"Friday","extends":"score-race","values":{"K":11}}}"#;
    let checked = ada.post("/api/rules/crazy-eights/check", sheet).await;
    assert_eq!(checked.json()["ok"], true, "{}", checked.text);
    let saved = ada.post("/api/rules/crazy-eights", sheet).await.json();
    assert_eq!(saved["hash"], checked.json()["hash"]);
    let name = saved["name"].as_str().unwrap();
    let shown = ada.get(&format!("/api/rules/crazy-eights/{name}")).await.json();
    assert_eq!((&shown["name"], &shown["hash"]), (&saved["name"], &saved["hash"]));
    assert!(shown["text"].as_str().unwrap().len() > 100);
    let founded =
        ada.post("/api/tables", &format!(r#"{{"game":"crazy-eights","rules":"{name}","seats":2}}"#)).await;
    assert_eq!(founded.status, 200, "{}", founded.text);
    for body in [
        r#"{"game":"crazy-eights","rules":"nothing","seats":2}"#,
        r#"{"game":"chess","seats":2}"#,
        r#"{"game":"crazy-8-ball","seats":3}"#,
        r#"{"game":"crazy-eights","seats":2,"bots":{"Z":"normal"}}"#,
        r#"{"game":"crazy-eights","seats":2,"bots":{"B":"godlike"}}"#,
        r#"{"game":"crazy-eights","seats":2,"settings":{"public":true,"turn-seconds":1,"chat":true}}"#,
    ] {
        assert_eq!(ada.post("/api/tables", body).await.status, 422, "{body}");
    }
    assert_eq!(ada.get("/api/games").await.json().as_array().unwrap().len(), 3);
    assert_eq!(ada.get("/api/levels").await.json().as_array().unwrap().len(), 7);
    assert!(ada.get("/api/schema/crazy-eights").await.json()["properties"].is_object());
    server.shut_down().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_known_people_from_our_page_can_open_sockets() {
    let (server, _folder) = serve(|_| ()).await;
    let ada = Person::new(server.address).await;
    let founded = ada.post("/api/tables", r#"{"game":"crazy-eights","seats":2}"#).await.json();
    let path = format!("/ws/{}", founded["code"].as_str().unwrap());
    let shake: &[(&str, &str)] = &[
        ("connection", "Upgrade"),
        ("upgrade", "websocket"),
        ("sec-websocket-version", "13"),
        ("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ=="),
    ];
    let cookie = ("cookie", ada.cookie.as_str());
    assert_eq!(with(&ada, "GET", &path, &[cookie]).await.status, 426);
    assert_eq!(with(&ada, "GET", &path, shake).await.status, 401);
    let foreign = [shake, &[cookie, ("origin", "https://evil.example")]].concat();
    assert_eq!(with(&ada, "GET", &path, &foreign).await.status, 403);
    let fine = [shake, &[cookie]].concat();
    assert_eq!(with(&ada, "GET", "/ws/NOSUCH", &fine).await.status, 404);
    server.shut_down().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn invalid_messages_are_refused_and_change_nothing() {
    let (server, _folder) = serve(|_| ()).await;
    let (people, mut clients) = crate::common::table(server.address, "crazy-eights", "basic", 2).await;
    let code = clients[0].room.clone().unwrap().code;
    clients[0].catch_up().await;
    let before = clients[0].update.clone().unwrap();
    let asked = usize::from(before.asks.as_deref() == Some("B"));
    for text in [
        "",
        "hello",
        "{}",
        "[]",
        "null",
        r#"{"say":{"match-id":"x","step":0,"say":"draw","for":"B"}}"#,
        r#"{"say":{"match-id":"x","step":-1,"say":"draw"}}"#,
        r#"{"say":{"step":0,"say":"draw"}}"#,
        r#"{"referee":{}}"#,
        r#"{"say":{"step":0,"say":"draw"}}{"say":{"step":0,"say":"draw"}}"#,
    ] {
        clients[asked].send_raw(Message::text(text)).await;
        assert!(clients[asked].refusal().await.starts_with("this is not a message"), "{text}");
    }
    for say in ["draw draw", "8S=H", "\u{0}", "pass"] {
        clients[1 - asked].act(0, say).await;
        assert!(clients[1 - asked].refusal().await.ends_with("turn"), "{say}");
    }
    clients[asked].act(7, "draw").await;
    assert!(clients[asked].refusal().await.contains("step 7"));
    // Too long, binary, or not frames: the connection closes, the table stays.
    let mut other = Client::open(&Person::new(server.address).await, &code).await;
    other.send_raw(Message::text("x".repeat(5000))).await;
    while other.next().await.is_some() {}
    let mut other = Client::open(&Person::new(server.address).await, &code).await;
    other.send_raw(Message::binary(vec![1, 2, 3])).await;
    while other.next().await.is_some() {}
    let mut stranger = Client::silent(&Person::new(server.address).await, &code).await;
    stranger.send(&ToServer::Start {}).await;
    assert_eq!(stranger.refusal().await, "the first message is hello");
    stranger.send(&ToServer::Hello { version: 999, words: false, pauses: false }).await;
    assert!(matches!(stranger.next().await, Some(ToClient::Bye { .. })));
    let mut again = Client::open(&people[0], &code).await;
    again.catch_up().await;
    let after = again.update.unwrap();
    assert_eq!((after.step, after.view.get()), (before.step, before.view.get()));
    server.shut_down().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn invalid_bytes_close_only_their_own_connection() {
    let (server, _folder) = serve(|_| ()).await;
    let ada = Person::new(server.address).await;
    let code = ada.post("/api/tables", r#"{"game":"crazy-eights","seats":2}"#).await.json()["code"].clone();
    let shake = format!(
        "GET /ws/{} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nCookie: {}\r\n\r\n",
        code.as_str().unwrap(),
        ada.cookie
    );
    for number in 0..40_u32 {
        let mut stream = tokio::net::TcpStream::connect(server.address).await.unwrap();
        if number % 2 == 0 {
            stream.write_all(shake.as_bytes()).await.unwrap();
        }
        let noise: Vec<u8> = (0..2000_u32)
            .map(|i| ((i + 1).wrapping_mul(number.wrapping_mul(2_654_435_761) | 1) >> 7) as u8)
            .collect();
        let _ = stream.write_all(&noise).await;
        let _ = stream.shutdown().await;
        let mut rest = Vec::new();
        let _ = tokio::time::timeout(std::time::Duration::from_secs(20), stream.read_to_end(&mut rest)).await;
    }
    assert_eq!(ada.get("/healthz").await.status, 200);
    server.shut_down().await;
}

/// A client that answers pings stays connected; a silent one is disconnected, but not too early.
#[tokio::test(flavor = "multi_thread")]
async fn a_silent_connection_is_closed() {
    let (server, _folder) = serve(|config| config.connection_idle = 1).await;
    let ada = Person::new(server.address).await;
    let code = ada.post("/api/tables", r#"{"game":"crazy-eights","seats":2}"#).await.json()["code"].clone();
    let code = code.as_str().unwrap();
    // This client keeps reading, so its library answers the pings.
    let mut lively = Client::open(&Person::new(server.address).await, code).await;
    let mut silent = Client::open(&ada, code).await;
    let begin = std::time::Instant::now();
    let host_is = |there: bool| move |room: &Room| matches!(room.chairs[0].who, Who::Person { here, .. } if here == there);
    lively.wait_room(host_is(true)).await;
    lively.wait_room(host_is(false)).await;
    assert!(begin.elapsed().as_millis() >= 1000, "closed too early: {:?}", begin.elapsed());
    let listening = tokio::time::timeout(std::time::Duration::from_secs(2), lively.next()).await;
    assert!(listening.is_err(), "a client that answers pings stays: {listening:?}");
    lively.catch_up().await;
    while silent.next().await.is_some() {}
    server.shut_down().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn excess_requests_and_messages_are_refused() {
    let (server, _folder) = serve(|config| {
        config.message_rate = 2.0;
        config.max_tables = 1;
        config.max_per_address = 30;
    })
    .await;
    let ada = Person::new(server.address).await;
    let found = || ada.post("/api/tables", r#"{"game":"crazy-eights","seats":2}"#);
    let code = found().await.json()["code"].as_str().unwrap().to_owned();
    assert!(found().await.text.contains("1 tables at a time"));
    let mut client = Client::open(&ada, &code).await;
    for n in 0..12 {
        client.send(&ToServer::Ping { n }).await;
    }
    assert_eq!(client.refusal().await, "a little slower, please");
    let mut held = Vec::new();
    for _ in 0..40 {
        held.push(tokio::net::TcpStream::connect(server.address).await.unwrap());
    }
    tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    let mut byte = [0];
    let last = tokio::time::timeout(std::time::Duration::from_secs(5), held[39].read(&mut byte)).await;
    assert!(matches!(last, Ok(Ok(0) | Err(_))), "a connection above the limit is closed: {last:?}");
    server.shut_down().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn private_things_stay_private() {
    let (server, _folder) = serve(|_| ()).await;
    let (people, mut clients) = crate::common::table(server.address, "crazy-eights", "basic", 2).await;
    let room = clients[0].wait_room(|room| room.phase == Phase::Playing).await;
    let proof = room.shuffle.unwrap();
    assert_eq!(
        (proof.secret, proof.entropy.len()),
        (None, 0),
        "the secret stays here while the match is played"
    );
    let id = room.match_id.unwrap();
    for path in [format!("/api/matches/{id}"), format!("/api/matches/{id}/journal")] {
        assert_eq!(people[0].get(&path).await.status, 404, "a running match's journal holds the seed");
    }
    let list = people[1].get("/api/tables").await.json();
    assert_eq!(list.as_array().unwrap().len(), 0, "private tables are not listed");
    assert_eq!(people[1].get(&format!("/api/tables/{}", room.code)).await.json()["seats"], 2);
    let open =
        r#"{"game":"crazy-8-ball","seats":2,"settings":{"public":true,"turn-seconds":null,"chat":true}}"#;
    people[0].post("/api/tables", open).await;
    let list = people[1].get("/api/tables").await.json();
    assert_eq!((list.as_array().unwrap().len(), &list[0]["free"]), (1, &1.into()));
    server.shut_down().await;
}
