//! The configuration of `parlour serve`: a file `parlour.toml`, overridden by environment variables.
//!
//! `docs/parlour.toml` explains each key. The variable of a key is its path in capital letters after `PARLOUR_`:
//! `PARLOUR_LIMITS_TABLES` for `tables` in `[limits]`.

use anyhow::Context as _;
use parlour_arena::ladder::Board;
use parlour_server::log::{LogFilter, LogFormat};
use parlour_server::rooms::Limits;
use parlour_server::{
    ClusterOptions, ForwardedHeader, LadderOptions, ServeOptions, Token, TrustedProxies,
};
use serde::de::{Deserialize, Deserializer, Error as _};
use std::fmt::{Display, Write as _};
use std::fs;
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

/// The largest number of tables or connections.
const MAX_COUNT: u32 = 100_000;

/// Declares a part of the configuration, all of whose keys may be missing, and the sections in it.
macro_rules! section {
    (
        $(#[$about:meta])*
        $name:ident { $($(#[$how:meta])* $key:ident: $type:ty,)* }
        $($section:ident: $inner:ty,)*
    ) => {
        $(#[$about])*
        #[derive(Clone, Debug, Default, PartialEq, serde::Deserialize)]
        #[serde(deny_unknown_fields, default)]
        pub(super) struct $name {
            $($(#[$how])* pub(super) $key: Option<$type>,)*
            $(pub(super) $section: $inner,)*
        }

        impl $name {
            const KEYS: &[&str] = &[$(stringify!($key)),*];

            /// This, and what it lacks from another.
            pub(super) fn or(self, other: $name) -> $name {
                $name {
                    $($key: self.$key.or(other.$key),)*
                    $($section: self.$section.or(other.$section),)*
                }
            }
        }
    };
}

section! {
    /// A whole configuration.
    Config {
        http: SocketAddr,
        agents: SocketAddr,
        metrics: SocketAddr,
        hosts: Vec<String>,
        database: String,
        token_file: PathBuf,
    }
    limits: LimitsSection,
    ladder: LadderSection,
    proxies: ProxiesSection,
    cluster: ClusterSection,
    log: LogSection,
}

section! {
    /// `[limits]`.
    LimitsSection {
        #[serde(deserialize_with = "count")]
        tables: u32,
        #[serde(deserialize_with = "count")]
        tables_per_address: u32,
        #[serde(deserialize_with = "count")]
        shared_replays: u32,
        #[serde(deserialize_with = "count")]
        shared_replays_per_address: u32,
        #[serde(deserialize_with = "count")]
        connections: u32,
        #[serde(deserialize_with = "count")]
        connections_per_address: u32,
        new_connections: u32,
        requests: u32,
        new_tables: u32,
        #[serde(deserialize_with = "count")]
        messages: u32,
        #[serde(deserialize_with = "duration")]
        message_timeout: Duration,
        #[serde(deserialize_with = "duration")]
        write_timeout: Duration,
        #[serde(deserialize_with = "duration")]
        think: Duration,
        #[serde(deserialize_with = "count")]
        thinkers: u32,
        #[serde(deserialize_with = "duration")]
        policy_timeout: Duration,
        #[serde(deserialize_with = "duration")]
        abandon: Duration,
        #[serde(deserialize_with = "duration")]
        rematch: Duration,
        #[serde(deserialize_with = "duration")]
        keep: Duration,
        #[serde(deserialize_with = "retention")]
        keep_games: Duration,
        #[serde(deserialize_with = "count")]
        lobby: u32,
        #[serde(deserialize_with = "duration")]
        lobby_time: Duration,
    }
}

section! {
    /// `[ladder]`.
    LadderSection {
        #[serde(deserialize_with = "parsed_list")]
        boards: Vec<Board>,
        #[serde(deserialize_with = "duration")]
        think: Duration,
        #[serde(deserialize_with = "duration")]
        base: Duration,
        #[serde(deserialize_with = "duration")]
        increment: Duration,
        #[serde(deserialize_with = "count")]
        registrations: u32,
        #[serde(deserialize_with = "count")]
        agents: u32,
        #[serde(deserialize_with = "count")]
        connections: u32,
        #[serde(deserialize_with = "count")]
        faults: u32,
    }
}

section! {
    /// `[proxies]`.
    ProxiesSection {
        #[serde(deserialize_with = "networks")]
        trusted: Vec<ipnet::IpNet>,
        header: ForwardedHeader,
        proxy_protocol: bool,
    }
}

section! {
    /// `[cluster]`.
    ClusterSection {
        listen: SocketAddr,
        advertise: String,
    }
}

section! {
    /// `[log]`.
    LogSection {
        format: LogFormat,
        #[serde(deserialize_with = "parsed")]
        level: LogFilter,
    }
}

/// A number from 1 to [`MAX_COUNT`].
fn count<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u32>, D::Error> {
    match i64::deserialize(from)? {
        number @ 1..=100_000 => Ok(Some(number as u32)),
        number => Err(D::Error::custom(format!(
            "{number} is not a number from 1 to {MAX_COUNT}"
        ))),
    }
}

/// A duration such as `30s` or `1h 30m`, not 0.
fn duration<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Duration>, D::Error> {
    let text = String::deserialize(from)?;
    match humantime::parse_duration(&text) {
        Ok(time) if !time.is_zero() && time <= Duration::from_secs(366 * 24 * 3600) => {
            Ok(Some(time))
        }
        _ => Err(D::Error::custom(format!(
            "'{text}' is not a duration of at most a year, such as \"30s\", \"10m\" or \"2h\""
        ))),
    }
}

/// A duration for which something is stored; 0 for not at all.
fn retention<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Duration>, D::Error> {
    let text = String::deserialize(from)?;
    match humantime::parse_duration(&text) {
        Ok(time) if time <= Duration::from_secs(36_500 * 24 * 3600) => Ok(Some(time)),
        _ => Err(D::Error::custom(format!(
            "'{text}' is not a duration such as \"30d\""
        ))),
    }
}

fn parsed<'de, D: Deserializer<'de>, T: FromStr<Err: Display>>(
    from: D,
) -> Result<Option<T>, D::Error> {
    let text = String::deserialize(from)?;
    text.parse().map(Some).map_err(D::Error::custom)
}

fn parsed_list<'de, D: Deserializer<'de>, T: FromStr<Err: Display>>(
    from: D,
) -> Result<Option<Vec<T>>, D::Error> {
    let texts = Vec::<String>::deserialize(from)?;
    let parsed = texts
        .iter()
        .map(|text| text.parse().map_err(D::Error::custom));
    parsed.collect::<Result<_, _>>().map(Some)
}

/// Networks; an address stands for itself.
fn networks<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Vec<ipnet::IpNet>>, D::Error> {
    let texts = Vec::<String>::deserialize(from)?;
    let network = |text: String| {
        let address = text.parse::<IpAddr>().map(ipnet::IpNet::from);
        address.or_else(|_| text.parse()).map_err(|_| {
            D::Error::custom(format!(
                "'{text}' is no network such as 10.0.0.0/8 and no address"
            ))
        })
    };
    texts
        .into_iter()
        .map(network)
        .collect::<Result<_, _>>()
        .map(Some)
}

impl Config {
    /// The configuration in a text. `name` is that of its file, for messages.
    ///
    /// # Errors
    /// One line with the number of the wrong line.
    pub(super) fn parse(text: &str, name: &str) -> Result<Config, String> {
        toml::from_str(text).map_err(|error| {
            let before = error
                .span()
                .map_or("", |span| text.get(..span.start).unwrap_or(text));
            let line = before.matches('\n').count() + 1;
            let message = error.message().replace('\n', " ");
            format!("{name}:{line}: {message}")
        })
    }

    /// The configuration in a file.
    ///
    /// # Errors
    /// If it cannot be read, or one line with the number of the wrong line.
    pub(super) fn read(path: &Path) -> anyhow::Result<Config> {
        let name = path.display().to_string();
        let text = fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
        Config::parse(&text, &name).map_err(crate::exit::Usage::of)
    }

    /// All keys with their sections.
    fn keys() -> impl Iterator<Item = (&'static str, &'static str)> {
        let sections = [
            ("", Config::KEYS),
            ("limits", LimitsSection::KEYS),
            ("ladder", LadderSection::KEYS),
            ("proxies", ProxiesSection::KEYS),
            ("cluster", ClusterSection::KEYS),
            ("log", LogSection::KEYS),
        ];
        let keys = |(section, keys): (&'static str, &'static [&'static str])| {
            keys.iter().map(move |&key| (section, key))
        };
        sections.into_iter().flat_map(keys)
    }

    /// The configuration in environment variables. A value is written as in the file; quotation marks may be left out.
    ///
    /// # Errors
    /// One line with the name of the wrong variable.
    pub(super) fn of_environment(
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Config, String> {
        let mut config = Config::default();
        for (section, key) in Config::keys() {
            let separator = if section.is_empty() { "" } else { "_" };
            let name = format!("PARLOUR_{section}{separator}{key}").to_uppercase();
            let Some(value) = variable(&name) else {
                continue;
            };
            let mut text = String::new();
            if !section.is_empty() {
                let _ = writeln!(text, "[{section}]");
            }
            let plain = format!("{key} = {value}");
            match toml::from_str::<toml::Table>(&plain) {
                Ok(_) => text += &plain,
                Err(_) => text += &format!("{key} = {}", toml::Value::String(value)),
            }
            let own: Config = toml::from_str(&text)
                .map_err(|error| format!("{name}: {}", error.message().replace('\n', " ")))?;
            config = own.or(config);
        }
        Ok(config)
    }

    /// The limits of the server.
    pub(super) fn limits(&self) -> Limits {
        let LimitsSection {
            tables,
            tables_per_address,
            shared_replays,
            shared_replays_per_address,
            connections,
            connections_per_address,
            new_connections,
            requests,
            new_tables,
            messages,
            message_timeout,
            write_timeout,
            think,
            thinkers,
            policy_timeout,
            abandon,
            rematch,
            keep,
            keep_games,
            lobby,
            lobby_time,
        } = self.limits;
        let default = Limits::default();
        let size = |chosen: Option<u32>, default: usize| chosen.map_or(default, |is| is as usize);
        Limits {
            tables: size(tables, default.tables),
            tables_per_address: size(tables_per_address, default.tables_per_address),
            shared_replays: size(shared_replays, default.shared_replays),
            shared_replays_per_address: size(
                shared_replays_per_address,
                default.shared_replays_per_address,
            ),
            connections: size(connections, default.connections),
            connections_per_address: size(connections_per_address, default.connections_per_address),
            new_connections: new_connections.unwrap_or(default.new_connections),
            requests: requests.unwrap_or(default.requests),
            new_tables: new_tables.unwrap_or(default.new_tables),
            messages: messages.unwrap_or(default.messages),
            message_timeout: message_timeout.unwrap_or(default.message_timeout),
            write_timeout: write_timeout.unwrap_or(default.write_timeout),
            think: think.unwrap_or(default.think),
            thinkers: size(thinkers, default.thinkers),
            policy_timeout: policy_timeout.unwrap_or(default.policy_timeout),
            abandon: abandon.unwrap_or(default.abandon),
            rematch: rematch.unwrap_or(default.rematch),
            keep: keep.unwrap_or(default.keep),
            keep_games: keep_games.unwrap_or(default.keep_games),
            lobby: size(lobby, default.lobby),
            lobby_time: lobby_time.unwrap_or(default.lobby_time),
        }
    }

    /// The ladder of the server, if it has one.
    ///
    /// # Errors
    /// If a board is named twice.
    pub(super) fn ladder(&self) -> Result<Option<LadderOptions>, String> {
        let LadderSection {
            boards,
            think,
            base,
            increment,
            registrations,
            agents,
            connections,
            faults,
        } = self.ladder.clone();
        let boards = boards.unwrap_or_default();
        let is_repeated = |(at, board): (usize, &Board)| boards[..at].contains(board);
        if let Some(at) = boards.iter().enumerate().position(is_repeated) {
            return Err(format!("the ladder names {} twice", boards[at]));
        }
        if boards.is_empty() {
            return Ok(None);
        }
        let mut options = LadderOptions::new(boards);
        options.control.per_answer = think.unwrap_or(options.control.per_answer);
        if let Some(bank) = &mut options.control.bank {
            let ms = |chosen: Option<Duration>, default| {
                chosen.map_or(default, |time| time.as_millis() as u64)
            };
            bank.base_ms = ms(base, bank.base_ms);
            bank.increment_ms = ms(increment, bank.increment_ms);
        }
        let size = |chosen: Option<u32>, default: usize| chosen.map_or(default, |is| is as usize);
        options.registrations_per_hour = size(registrations, options.registrations_per_hour);
        options.agents = size(agents, options.agents);
        options.connections_per_minute = size(connections, options.connections_per_minute);
        options.faults = faults.map_or(options.faults, u64::from);
        Ok(Some(options))
    }

    /// The trusted proxies of the server.
    pub(super) fn proxies(&self) -> TrustedProxies {
        let ProxiesSection {
            trusted,
            header,
            proxy_protocol,
        } = self.proxies.clone();
        TrustedProxies {
            networks: trusted.unwrap_or_default(),
            header: header.unwrap_or_default(),
            proxy_protocol: proxy_protocol.unwrap_or_default(),
        }
    }

    /// Where other servers reach this one, if it belongs to a cluster.
    ///
    /// # Errors
    /// If others could not connect.
    pub(super) fn cluster(&self) -> Result<Option<ClusterOptions>, String> {
        let ClusterSection { listen, advertise } = self.cluster.clone();
        match (listen, advertise) {
            (None, None) => Ok(None),
            (Some(listen), advertise) => ClusterOptions::new(listen, advertise).map(Some),
            (None, Some(_)) => Err(
                "an advertised address needs one to listen on: name it with --cluster ADDR"
                    .to_owned(),
            ),
        }
    }

    /// The address of the web app.
    pub(super) fn http(&self) -> SocketAddr {
        self.http.unwrap_or(ServeOptions::default().http)
    }

    /// The token in the token file, if there is one.
    ///
    /// # Errors
    /// If it cannot be read, or holds no valid token.
    pub(super) fn token(&self) -> anyhow::Result<Option<Token>> {
        let Some(path) = &self.token_file else {
            return Ok(None);
        };
        let name = path.display();
        let text = fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
        let token = Token::chosen(text.trim());
        token
            .map(Some)
            .map_err(|error| crate::exit::Usage::of(format!("{name}: {error}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXAMPLE: &str = include_str!("../../../../../docs/parlour.toml");

    /// The example lists every key, and those that are not comments have the default values.
    #[test]
    fn the_example_holds_all_defaults() {
        let config = Config::parse(EXAMPLE, "parlour.toml").unwrap();
        let options = ServeOptions::default();
        assert_eq!(config.http(), options.http);
        // The number of threads is that of the machine.
        assert_eq!(config.limits(), options.limits);
        assert_eq!(config.proxies(), options.proxies);
        assert_eq!(config.hosts, Some(options.hosts));
        assert_eq!(config.log.format, Some(LogFormat::default()));
        assert_eq!(config.log.level, Some(LogFilter::default()));
        let mut sections = vec![("", String::new())];
        for line in EXAMPLE.lines() {
            let name = line
                .strip_prefix('[')
                .and_then(|rest| rest.strip_suffix(']'));
            match (name, sections.last_mut()) {
                (Some(name), _) => sections.push((name, String::new())),
                (None, Some((_, text))) => *text += &format!("{}\n", line.trim_start_matches('#')),
                (None, None) => unreachable!("there is a first section"),
            }
        }
        for (section, key) in Config::keys() {
            let (_, text) = sections.iter().find(|(name, _)| *name == section).unwrap();
            let start = format!("{key} = ");
            let found = text.lines().filter(|line| line.starts_with(&start));
            assert_eq!(found.count(), 1, "{section} {key}");
        }
        // What is a comment in it is valid too.
        let active: String = (EXAMPLE.lines())
            .map(|line| match line.strip_prefix('#') {
                Some(rest) if !rest.starts_with(' ') => format!("{rest}\n"),
                _ => format!("{line}\n"),
            })
            .collect();
        let active = Config::parse(&active, "parlour.toml").unwrap();
        assert!(active.metrics.is_some() && active.limits.thinkers.is_some());
        let boards = vec!["modern-art:simple", "jaipur:round"];
        let boards = boards.into_iter().map(|board| board.parse().unwrap());
        let ladder = Some(LadderOptions::new(boards.collect()));
        assert_eq!(active.ladder(), Ok(ladder));
        assert!(active.cluster().unwrap().is_some());
    }

    #[test]
    fn errors_name_the_line() {
        for (text, said) in [
            ("http = 'nowhere'\n", "f:1: invalid socket address"),
            (
                "\n[limits]\ntables = 0\n",
                "f:3: 0 is not a number from 1 to 100000",
            ),
            ("\n[limits]\ntables = 'x'\n", "f:3: invalid type: string"),
            (
                "[limits]\n\nkeep = '5 parsecs'\n",
                "f:3: '5 parsecs' is not a duration",
            ),
            ("[limits]\nkeep = '0s'\n", "f:2: '0s' is not a duration"),
            ("[limits]\nchairs = 3\n", "f:2: unknown field `chairs`"),
            (
                "[proxies]\ntrusted = ['10.0.0.0/99']\n",
                "f:2: '10.0.0.0/99' is no network",
            ),
            (
                "[proxies]\nheader = 'x-real-ip'\n",
                "f:2: unknown variant `x-real-ip`",
            ),
            (
                "[log]\nlevel = 'loud=very'\n",
                "f:2: 'loud=very' is no level",
            ),
            (
                "[ladder]\nboards = ['chess']\n",
                "f:2: unknown game 'chess'",
            ),
            ("[log]\n\nformat = 3\n", "f:3: "),
            ("[chairs]\nnumber = 3\n", "f:1: unknown field `chairs`"),
            ("http = \n", "f:1: "),
        ] {
            let error = Config::parse(text, "f").unwrap_err();
            assert!(
                error.starts_with(said) && !error.contains('\n'),
                "{text}: {error}"
            );
        }
    }

    #[test]
    fn variables_override_the_file() {
        let variables = |name: &str| {
            let value = match name {
                "PARLOUR_HTTP" => "0.0.0.0:80",
                "PARLOUR_LIMITS_TABLES" => "7",
                "PARLOUR_LIMITS_KEEP" => "2h",
                "PARLOUR_PROXIES_TRUSTED" => "['10.0.0.0/8', '::1']",
                "PARLOUR_PROXIES_PROXY_PROTOCOL" => "true",
                "PARLOUR_LOG_FORMAT" => "json",
                _ => return None,
            };
            Some(value.to_owned())
        };
        let text = "agents = '127.0.0.1:1'\n[limits]\ntables = 5\nrequests = 0\nkeep = '1m'\n";
        let file = Config::parse(text, "f").unwrap();
        let config = Config::of_environment(variables).unwrap().or(file);
        let limits = config.limits();
        assert_eq!((limits.tables, limits.requests), (7, 0));
        assert_eq!(limits.keep, Duration::from_secs(7200));
        assert_eq!(config.http().to_string(), "0.0.0.0:80");
        assert!(config.agents.is_some() && config.proxies().proxy_protocol);
        assert_eq!(config.proxies().networks.len(), 2);
        assert_eq!(config.log.format, Some(LogFormat::Json));
        let boards = "[ladder]\nboards = ['jaipur', 'jaipur:round']\n";
        let twice = Config::parse(boards, "f").unwrap().ladder();
        assert_eq!(twice, Err("the ladder names jaipur:round twice".to_owned()));

        let wrong = |name: &str| (name == "PARLOUR_LIMITS_TABLES").then(|| "many".to_owned());
        let error = Config::of_environment(wrong).unwrap_err();
        assert!(
            error.starts_with("PARLOUR_LIMITS_TABLES: invalid type"),
            "{error}"
        );
    }
}
