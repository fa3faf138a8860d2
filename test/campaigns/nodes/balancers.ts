import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { findFreePort } from '../../../src/platform/database/embedded/freePort.ts'
import { eventually } from '../../support/eventually.ts'
import { REPOSITORY_ROOT, statusOf } from '../../support/serverProcess.ts'

/** What leads clients to one of the nodes. */
export interface Balancer {
  readonly origin: string
  stop(): Promise<unknown>
}

/** Leads each connection to the next node that accepts it, as a balancer of connections does. */
export async function startTcpBalancer(ports: readonly number[]): Promise<Balancer> {
  const sockets = new Set<Socket>()
  let turn = 0
  const lead = (client: Socket, [port = 0, ...others]: readonly number[]) => {
    const node = connect(port, '127.0.0.1')
    let isOpen = false
    node.once('connect', () => {
      isOpen = true
      client.pipe(node)
      node.pipe(client)
    })
    node.on('error', () => (isOpen || others.length === 0 ? client.destroy() : lead(client, others)))
    client.on('error', () => node.destroy())
    sockets.add(node)
  }
  const server = createServer((client) => {
    sockets.add(client)
    const first = turn++ % ports.length
    lead(client, [...ports.slice(first), ...ports.slice(0, first)])
  })
  const port = await findFreePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const stop = () =>
    new Promise((resolve) => {
      server.close(resolve)
      for (const socket of sockets) socket.destroy()
    })
  return { origin: `http://127.0.0.1:${port}`, stop }
}

interface NginxOptions {
  /** A folder that exists. */
  readonly folder: string
  readonly ports: readonly number[]
  /** Whether connections to the nodes are kept open between requests. */
  readonly keepAlive: boolean
}

/** Starts nginx with the configuration in deploy, without TLS and without limits of an address. */
export async function startNginx({ folder, ports, keepAlive }: NginxOptions): Promise<Balancer> {
  const own = join(folder, `nginx-${keepAlive}`)
  mkdirSync(own)
  const port = await findFreePort()
  writeFileSync(
    join(own, 'nginx.conf'),
    wholeConfiguration(own, siteConfiguration({ folder: own, ports, keepAlive }, port)),
  )
  const child = spawn('nginx', ['-c', join(own, 'nginx.conf'), '-e', join(own, 'main.log')], { stdio: 'ignore' })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const origin = `http://127.0.0.1:${port}`
  await eventually(
    async () => (await statusOf(`${origin}/livez`)) === 200,
    () => readFileSync(join(own, 'main.log'), 'utf8'),
  )
  const stop = () => {
    child.kill('SIGTERM')
    return ended
  }
  return { origin, stop }
}

function siteConfiguration({ folder, ports, keepAlive }: NginxOptions, port: number): string {
  const servers = ports.map((one) => `server 127.0.0.1:${one} max_fails=0;`)
  const kept = keepAlive ? ['keepalive 32;', 'keepalive_timeout 4s;'] : []
  const given = readFileSync(join(REPOSITORY_ROOT, 'deploy/nginx/plaza.conf'), 'utf8')
  const replacements: readonly (readonly [from: string | RegExp, to: string])[] = [
    ['server 127.0.0.1:3000 max_fails=0;', [...servers, ...kept].join('\n    ')],
    [/listen 80;[\s\S]*?return 301[\s\S]*?\n {4}}\n}\n/, 'listen 127.0.0.1:1; }\n'],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${port};`],
    ['listen [::]:443 ssl http2;', ''],
    [/ {4}ssl_.*\n/g, ''],
    [/ {4}limit_conn .*\n/g, ''],
    ['/var/log/nginx', folder],
    ['/var/cache/nginx/plaza', `${folder}/cache`],
    ...(keepAlive ? ([["''      close;", "''      '';"]] as const) : []),
  ]
  return replacements.reduce((text, [from, to]) => {
    if (text.search(from) < 0 && !(typeof from === 'string' && text.includes(from)))
      throw new Error(`${from} is not there`)
    return typeof from === 'string' ? text.replaceAll(from, to) : text.replace(from, to)
  }, given)
}

const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

const wholeConfiguration = (folder: string, site: string) => `${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_rlimit_nofile 20000;
pid ${folder}/nginx.pid;
events { worker_connections 10000; }
http {
${TEMPORARY.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
${site}
}`
