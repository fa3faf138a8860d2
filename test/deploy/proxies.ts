import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { findFreePort } from '../../src/platform/database/embedded/freePort.ts'
import { eventually } from '../support/eventually.ts'
import { REPOSITORY_ROOT } from '../support/serverProcess.ts'
import { isRoot } from './installation.ts'

/** A running reverse proxy in front of the nodes. */
export interface RunningProxy {
  readonly name: string
  readonly origin: string
  /** Origin without TLS, which leads to the other one. */
  readonly plain: string
  /** All that it has logged. */
  logged(): string
  stop(): Promise<void>
}

interface Site {
  readonly folder: string
  readonly nodes: readonly number[]
  readonly ports: { readonly plain: number; readonly tls: number }
}

const CERTIFICATES = process.env.DEPLOY_FOLDER ?? '/nowhere'

/** Replaces each text, of which each must be there: else the test would run another configuration than that in deploy. */
function substitute(text: string, replacements: readonly (readonly [from: string | RegExp, to: string])[]): string {
  return replacements.reduce((now, [from, to]) => {
    const next = now.replaceAll(from, to)
    if (next === now) throw new Error(`${from} is not in the configuration`)
    return next
  }, text)
}

const configuration = (file: string) => readFileSync(join(REPOSITORY_ROOT, 'deploy', file), 'utf8')

/** The configuration of nginx, with ports and paths of the test. */
function nginxArguments({ folder, nodes, ports }: Site): readonly string[] {
  const servers = nodes.map((port) => `server 127.0.0.1:${port} max_fails=0;`).join('\n    ')
  const plaza = substitute(configuration('nginx/plaza.conf'), [
    ['server 127.0.0.1:3000 max_fails=0;', servers],
    ['listen 80;', `listen 127.0.0.1:${ports.plain};`],
    ['listen [::]:80;', ''],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${ports.tls} ssl http2;`],
    ['listen [::]:443 ssl http2;', ''],
    ['/etc/letsencrypt/live/plaza.example', CERTIFICATES],
    ['/var/log/nginx', folder],
    ['/var/cache/nginx/plaza', `${folder}/cache`],
  ])
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  writeFileSync(
    join(folder, 'nginx.conf'),
    `${isRoot ? 'user root;' : ''}
daemon off;
pid ${folder}/nginx.pid;
error_log ${folder}/main.error.log;
events {}
http {
${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
${plaza}
}`,
  )
  return ['-c', join(folder, 'nginx.conf'), '-e', join(folder, 'main.error.log')]
}

/** The configuration of haproxy, with ports and paths of the test. */
function haproxyArguments({ folder, nodes, ports }: Site): readonly string[] {
  const servers = nodes.map((port, at) => `server node${at + 1} 127.0.0.1:${port}`).join('\n    ')
  const text = substitute(configuration('haproxy/haproxy.cfg'), [
    ['log /dev/log local0 info', 'log stdout format raw local0 info'],
    [/^ {4}(user haproxy|group haproxy|chroot .*)\n/gm, ''],
    ['server node1 127.0.0.1:3000', servers],
    ['bind :80', `bind 127.0.0.1:${ports.plain}`],
    ['bind :443', `bind 127.0.0.1:${ports.tls}`],
    ['/etc/haproxy/certs/plaza.pem', join(CERTIFICATES, 'plaza.pem')],
    ['maxconn 20000', 'maxconn 500'],
  ])
  writeFileSync(join(folder, 'haproxy.cfg'), text)
  return ['-db', '-f', join(folder, 'haproxy.cfg')]
}

const PROGRAMS = { nginx: nginxArguments, haproxy: haproxyArguments } as const

/** Starts nginx or haproxy with the configuration in deploy. */
export async function startProxy(
  name: keyof typeof PROGRAMS,
  root: string,
  nodes: readonly number[],
): Promise<RunningProxy> {
  const folder = join(root, name)
  mkdirSync(folder)
  const ports = { plain: await findFreePort(), tls: await findFreePort() }
  const child = spawn(name, PROGRAMS[name]({ folder, nodes, ports }), { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  await eventually(
    () => child.exitCode !== null || isOpen(ports.tls),
    () => `${name} does not listen: ${output}`,
  )
  if (child.exitCode !== null) throw new Error(`${name} has ended: ${output}`)
  const files = name === 'nginx' ? ['plaza.access.log', 'plaza.error.log', 'main.error.log'] : []
  return {
    name,
    origin: `https://127.0.0.1:${ports.tls}`,
    plain: `http://127.0.0.1:${ports.plain}`,
    logged: () => [output, ...files.map((file) => readFileSync(join(folder, file), 'utf8'))].join(''),
    stop() {
      child.kill('SIGTERM')
      return ended
    },
  }
}

const isOpen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('error', () => resolve(false))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
