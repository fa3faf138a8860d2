import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { z } from 'zod'
import { BOUNDS } from './kernel/bounds.ts'
import { integerBetween, noteOf, optional, setting } from './settingKinds.ts'
import { RETENTION_SETTINGS } from './settingRetention.ts'

const MEBIBYTE = 2 ** 20

const pathSegment = z.string().regex(/^[0-9A-Za-z]{1,32}$/)

const COUNT_OR_AUTO = /^(auto|\d+)$/
const workerCount = (text: string) => (text === 'auto' ? Math.min(availableParallelism(), 64) : Number(text))
const countOrAuto = (text: string) => (text === 'auto' ? null : Number(text))
const oneOf = <const T extends readonly [string, ...string[]]>(...values: T) => z.enum(values)
const onOff = oneOf('on', 'off')
const url = (protocol: RegExp) => z.url({ protocol })
/** `new URL` refuses several hosts, as the driver does. */
const postgresUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\/./)
  .refine((text) => URL.canParse(text))
const POSTGRES_URL =
  'an address with one host, such as postgresql://user:password@host:5432/plaza; several servers need a virtual address or a proxy such as haproxy in front'
const withoutTrailingSlash = (text: string) => text.replace(/\/+$/, '')
/** An http or https address without a path, without its trailing slash. */
export const origin = url(/^https?$/)
  .refine((text) => URL.canParse(text) && withoutTrailingSlash(text) === new URL(text).origin)
  .transform(withoutTrailingSlash)

/** Every environment variable that the server reads. Types and docs/settings.md derive from this list. */
export const SETTINGS_SCHEMA = z.object({
  HOST: setting('127.0.0.1', z.string(), {
    help: 'Address to listen on.',
    must: 'an IP address or host name of this machine',
  }),
  PORT: setting('3000', integerBetween(0, 65_535), {
    help: 'Port to listen on; 0 for any free port.',
    must: 'a whole number from 0 to 65535',
  }),
  WORKERS: setting('1', z.string().regex(COUNT_OR_AUTO).transform(workerCount).pipe(z.number().min(1).max(64)), {
    help: 'Number of processes that serve requests behind the port; `auto` is one for each processor.',
    must: 'a whole number from 1 to 64, or auto',
  }),
  PUBLIC_URL: optional(origin, {
    help: 'Public URL of the server, used in links and cookies.',
    must: 'an http or https address without a path, such as https://plaza.example',
    unset: '`http://HOST:PORT`',
  }),
  SERVER_NAME: setting('Plaza', z.string().trim().min(1).max(64), {
    help: 'Name of the server, as web clients show it.',
    must: 'a text of 1 to 64 characters',
  }),
  WEB_URL: optional(url(/^https?$/).transform(withoutTrailingSlash), {
    help: 'URL of the web frontend, to which mailed links redirect.',
    must: 'an http or https address, such as https://www.plaza.example/home',
    unset: 'PUBLIC_URL',
  }),
  ALLOWED_ORIGINS: setting(
    '',
    z
      .string()
      .transform((text) =>
        text
          .split(',')
          .map((part) => part.trim())
          .filter(Boolean),
      )
      .pipe(z.array(origin)),
    {
      help: 'Further origins, separated by commas, whose pages may call the API.',
      must: 'a list of origins separated by commas, such as https://a.example,https://b.example',
    },
  ),
  TRUST_PROXY: setting('0', integerBetween(0, 10), {
    help: 'Number of trusted proxies in front, each of which must add the address of its client to `X-Forwarded-For`; at 0, forwarded requests come from an unknown address, as do those from this machine if PUBLIC_URL is no address of it.',
    must: 'a whole number from 0 to 10',
  }),
  NODE_ENV: setting('development', oneOf('development', 'production', 'test'), {
    help: '`production` refuses weak secrets, demo data and test payments, and describes the API only to sessions.',
    must: 'development, production or test',
  }),
  DATA_DIR: setting(
    './data',
    z.string().transform((path) => resolve(path)),
    {
      help: 'Folder of the embedded database, uploads, mails and the secret key.',
      must: 'the path of a folder',
    },
  ),
  DATABASE_URL: optional(postgresUrl, {
    help: 'URL of a PostgreSQL 15 or later. A pooler in between must keep sessions apart (`pool_mode = session`).',
    must: POSTGRES_URL,
    unset: 'an embedded one in DATA_DIR',
    secret: true,
  }),
  DIRECT_DATABASE_URL: optional(postgresUrl, {
    help: 'URL of the same database without a pooler in between, for migrations, background jobs, events between nodes and commands.',
    must: POSTGRES_URL,
    unset: 'DATABASE_URL',
    secret: true,
  }),
  DATABASE_POOL_SIZE: setting('10', integerBetween(2, 500), {
    help: 'Maximum number of connections of a process to the database for requests; [hosting.md](hosting.md#connections-to-the-database) counts all of a node.',
    must: 'a whole number from 2 to 500',
  }),
  DATABASE_REPLICA_URL: optional(z.string().regex(/^postgres(ql)?:\/\/./), {
    help: 'URL of a streaming replica of the database at DATABASE_URL. It answers public lists, searches, discovery and profiles, but for people who have just changed something and for staff; set it on all nodes, as [hosting.md](hosting.md#a-read-replica) tells.',
    must: 'an address such as postgresql://user:password@host:5432/plaza, beside one in DATABASE_URL',
    unset: 'the database answers everything',
    secret: true,
  }),
  DATABASE_REPLICA_MAX_LAG_MS: setting('1000', integerBetween(200, 60_000), {
    help: 'Milliseconds by which answers of the replica may be old; while it is further behind, the database answers.',
    must: 'a whole number from 200 to 60000',
  }),
  DATABASE_STATEMENTS_AT_ONCE: setting(
    'auto',
    z.string().regex(COUNT_OR_AUTO).transform(countOrAuto).pipe(z.number().min(1).max(500).nullable()),
    {
      help: 'Number of reads outside of transactions that a process lets the database work on at a time, but for those that take longer than 100 ms; `auto` is twice the processors of this machine, divided among the workers.',
      must: 'a whole number from 1 to 500, or auto',
    },
  ),
  RECORD_CACHE_MIB: setting(String(BOUNDS.cachedRecords.most / MEBIBYTE), integerBetween(0, 65_536), {
    help: 'Memory for worlds, people and notifications that were read before, in MiB; 0 for none.',
    must: 'a whole number from 0 to 65536',
  }),
  REDIS_URL: optional(url(/^rediss?$/), {
    help: 'A Redis 6.2 or later that carries events and limits for several nodes.',
    must: 'an address such as redis://user:password@host:6379/0',
    unset: 'PostgreSQL carries them',
    secret: true,
  }),
  SMTP_URL: optional(url(/^smtps?$/), {
    help: 'URL of the SMTP server that delivers mail.',
    must: 'an address such as smtp://user:password@host:587',
    unset: 'mails are files in `DATA_DIR/mail`',
    secret: true,
  }),
  MAIL_FROM: setting('Plaza <plaza@localhost>', z.string().regex(/^([^<>\r\n]+ <)?[^\s<>@]+@[^\s<>@]+>?$/), {
    help: 'Sender of mails.',
    must: 'an address such as Plaza <no-reply@plaza.example>',
  }),
  S3_BUCKET: optional(z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/), {
    help: 'Bucket of an S3-compatible object store for uploads; clients must be able to reach it.',
    must: 'the name of a bucket, such as plaza-files',
    unset: 'uploads are files in DATA_DIR',
  }),
  S3_ENDPOINT: optional(url(/^https?$/).transform(withoutTrailingSlash), {
    help: 'URL of the object store.',
    must: 'an http or https address, such as https://s3.example',
    unset: "Amazon's in S3_REGION",
  }),
  S3_REGION: setting('us-east-1', z.string().regex(/^[a-z0-9-]+$/), {
    help: 'Region of the bucket.',
    must: 'the name of a region, such as eu-central-1',
  }),
  S3_ACCESS_KEY_ID: optional(z.string(), {
    help: 'Access key id for the object store.',
    must: 'the name of a key',
    unset: "the machine's own role",
  }),
  S3_SECRET_ACCESS_KEY: optional(z.string(), {
    help: 'Secret access key for the object store.',
    must: 'the key that belongs to S3_ACCESS_KEY_ID',
    unset: "the machine's own role",
    secret: true,
  }),
  SECRET_KEY: optional(z.string(), {
    help: 'Key for signing and encryption; must be equal on all nodes.',
    must: '32 or more random characters, such as `openssl rand -base64 48` prints',
    unset: 'one is made and kept in `DATA_DIR/secret.key`',
    secret: true,
  }),
  BACKUP_PASSPHRASE: optional(z.string().min(12), {
    help: 'Passphrase that encrypts the secret key in backups, and opens it when one is restored.',
    must: '12 or more characters',
    unset: 'backups hold no secret key',
    secret: true,
  }),
  BACKUP_BEFORE_MIGRATE: setting('on', onOff, {
    help: 'Whether the database is backed up to `DATA_DIR/backups`, without files, before the migrations of a new version, if it is the embedded one. The newest three are kept.',
    must: 'on or off',
  }),
  DEMO: optional(onOff, {
    help: 'Whether an empty embedded database is filled with demo data; refused in production.',
    must: 'on or off, and off in production',
    unset: '`on`, in production `off`',
  }),
  DEMO_REMOTE: setting('off', onOff, {
    help: 'Whether demo accounts can log in from other machines, too; refused in production.',
    must: 'on or off, and off in production',
  }),
  GRAPHIQL: optional(onOff, {
    help: 'Whether browsers get GraphiQL, a page to try operations, at `/graphql`.',
    must: 'on or off',
    unset: '`on`, in production `off`',
  }),
  PERSISTED_DOCUMENTS: optional(
    z.string().transform((path) => resolve(path)),
    {
      help: 'JSON file of GraphQL documents by id, which clients send instead of the text.',
      must: 'the path of a file that the client preset of graphql-codegen or relay-compiler has written',
      unset: 'none',
    },
  ),
  PERSISTED_DOCUMENTS_ONLY: setting('off', onOff, {
    help: 'Whether GraphQL runs only the documents of PERSISTED_DOCUMENTS, and those of the web UI.',
    must: 'on or off, and off without PERSISTED_DOCUMENTS',
  }),
  REGISTRATION: setting('open', oneOf('open', 'closed'), {
    help: 'Whether anybody can register an account.',
    must: 'open or closed',
  }),
  REGISTRATIONS_PER_HOUR: optional(integerBetween(0, 1_000_000), {
    help: 'Maximum number of registrations in an hour from one address; 0 for any number.',
    must: 'a whole number from 0 to 1000000',
    unset: '`1000`, in production `10`',
  }),
  MAX_REQUESTS_PER_USER: setting('1500', integerBetween(0, 1_000_000_000), {
    help: 'Maximum number of requests of a user in 5 minutes, on all nodes; 0 for no limit. Pictures are not counted as requests: of them a user can have 20 times as many.',
    must: 'a whole number from 0 to 1000000000',
  }),
  MAX_REQUESTS_PER_ADDRESS: setting('300', integerBetween(0, 1_000_000_000), {
    help: 'Maximum number of requests without a session from an address (IPv6: a /64) in 5 minutes; 0 for no limit. Pictures are not counted as requests: without a session it can have 20 times as many of them.',
    must: 'a whole number from 0 to 1000000000',
  }),
  MAX_SESSIONS: setting('10', integerBetween(1, 1_000), {
    help: 'Maximum number of sessions of an account; one more login ends the one that was used least recently, if that was 2 hours ago.',
    must: 'a whole number from 1 to 1000',
  }),
  LOGIN_PLACE_CHECK: setting('on', onOff, {
    help: 'Whether a login from a new place must be approved by e-mail.',
    must: 'on or off',
  }),
  ANONYMOUS_WORLDS: setting('on', onOff, {
    help: 'Whether worlds can be created without a session; the guest account is their author.',
    must: 'on or off',
  }),
  MAX_UPLOAD_BYTES: setting('2147483648', integerBetween(1, 1_099_511_627_776), {
    help: 'Maximum size of an uploaded file, in bytes.',
    must: 'a whole number from 1 to 1099511627776',
  }),
  MAX_STORED_BYTES: setting('21474836480', integerBetween(0, 1_125_899_906_842_624), {
    help: 'Maximum size of all files of a user, uploaded and announced ones, in bytes; 0 for no limit.',
    must: 'a whole number from 0 to 1125899906842624',
  }),
  MIN_FREE_BYTES: setting('1073741824', integerBetween(0, 1_125_899_906_842_624), {
    help: 'Bytes of the disk of DATA_DIR that uploads leave free; 0 for none.',
    must: 'a whole number from 0 to 1125899906842624',
  }),
  LEGACY_STATUS_TIMEOUT_MS: setting('5000', integerBetween(0, 60_000), {
    help: 'Maximum wait for the status of a finished upload by legacy clients, in milliseconds.',
    must: 'a whole number from 0 to 60000',
  }),
  PAYMENT_PROVIDER: optional(oneOf('test', 'none'), {
    help: 'Who takes money: `test` has a page of its own, moves no money and is refused in production, `none` refuses payments.',
    must: 'test or none, and none in production',
    unset: '`test`, in production `none`',
  }),
  PAYMENT_WEBHOOK_SECRET: optional(z.string().min(32), {
    help: 'Key of the signatures of the payment provider.',
    must: '32 or more random characters',
    unset: 'derived from SECRET_KEY; in production needed with a payment provider',
    secret: true,
  }),
  ECONOMY_FEE_BASIS_POINTS: setting('1000', integerBetween(0, 10_000), {
    help: 'Part of the price of a sale that the platform keeps, in hundredths of a percent.',
    must: 'a whole number from 0 to 10000',
  }),
  ...RETENTION_SETTINGS,
  AVATAR_ANALYSER: setting('none', oneOf('none'), {
    help: 'Who rates how well clients can show avatars: `none` leaves them without a rating.',
    must: 'none',
  }),
  IMPOSTOR_BUILDER: optional(oneOf('test', 'none'), {
    help: 'Who builds impostors of avatars: `test` answers the asset of the avatar itself, `none` refuses to queue any.',
    must: 'test or none',
    unset: '`test`, in production `none`',
  }),
  EXTERNAL_STORE_PATH: setting('Steam', pathSegment, {
    help: 'Name under which shipped clients call `/ExternalStore/...`.',
    must: '1 to 32 letters and digits',
  }),
  PAYMENT_PROVIDER_PATH: setting('tilia', pathSegment, {
    help: 'Name under which shipped clients call `/provider/...`.',
    must: '1 to 32 letters and digits',
  }),
  JOBS: setting('on', onOff, {
    help: 'Whether this node runs background jobs; `off` leaves them to other nodes.',
    must: 'on or off',
  }),
  METRICS: setting('on', onOff, { help: 'Whether `/metrics` is served.', must: 'on or off' }),
  METRICS_TOKEN: optional(z.string().min(16), {
    help: 'Bearer token with which `/metrics` is read; outside of production, this machine needs none.',
    must: '16 or more random characters',
    unset: 'only this machine reads them, in production nobody',
    secret: true,
  }),
  METRICS_PORT: optional(integerBetween(0, 65_535), {
    help: 'Port of its own for `/metrics`, `/livez` and `/readyz`, which needs no token; 0 for any free port.',
    must: 'a whole number from 0 to 65535, and not PORT',
    unset: 'they are served at PORT alone',
  }),
  METRICS_HOST: setting('127.0.0.1', z.string(), {
    help: 'Address on which METRICS_PORT listens; whoever reaches it may read the metrics.',
    must: 'an IP address or host name of this machine',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(url(/^https?$/).transform(withoutTrailingSlash), {
    help: 'URL of an OpenTelemetry collector that gets traces by OTLP over HTTP.',
    must: 'an http or https address without the path of traces, such as http://127.0.0.1:4318',
    unset: 'there are no traces',
  }),
  OTEL_SERVICE_NAME: setting('plaza', z.string().trim().min(1).max(255), {
    help: 'Name of the server in traces.',
    must: 'a text of 1 to 255 characters',
  }),
  LOG_LEVEL: setting('info', oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'), {
    help: 'Minimum level of log lines.',
    must: 'trace, debug, info, warn, error, fatal or silent',
  }),
  LOG_FORMAT: optional(oneOf('json', 'pretty'), {
    help: 'Form of the log.',
    must: 'json or pretty',
    unset: '`pretty` on a terminal in development, else `json`',
  }),
  DRAIN_NOTICE_MS: optional(integerBetween(0, 600_000), {
    help: 'Time for which a server that stops still answers, while /readyz fails and websockets are closed one after the other, in milliseconds. At least twice the interval at which load balancers look.',
    must: 'a whole number from 0 to 600000',
    unset: '`300`, in production `5000`',
  }),
  DRAIN_TIMEOUT_MS: setting('5000', integerBetween(0, 600_000), {
    help: 'Maximum time for requests in flight after that, in milliseconds.',
    must: 'a whole number from 0 to 600000',
  }),
})

/** What is told of each setting, by its name. */
export const NOTES_BY_NAME = new Map(
  Object.entries(SETTINGS_SCHEMA.shape).map(([name, schema]) => [name, noteOf(schema)]),
)
