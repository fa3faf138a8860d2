import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { z } from 'zod'
import { findFreePort } from '../../src/platform/database/embedded/freePort.ts'

/** The steps of a stage of a Dockerfile, such as `RUN npm ci`. */
interface Stage {
  readonly name: string
  readonly steps: readonly (readonly [instruction: string, argument: string])[]
}

/** Reads the instructions that deploy/Dockerfile uses; each is on one line. */
function readStages(text: string): Stage[] {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  const words = lines.map((line) => [line.split(' ')[0] ?? '', line.slice(line.indexOf(' ') + 1)] as const)
  const starts = words.flatMap(([instruction], at) => (instruction === 'FROM' ? [at] : []))
  return starts.map((start, at) => ({
    name: / AS (\w+)/.exec(words[start]?.[1] ?? '')?.[1] ?? 'image',
    steps: words.slice(start + 1, starts[at + 1]),
  }))
}

/** A root folder of a stage, and what its instructions have set. */
interface Root {
  readonly folder: string
  workdir: string
  user: string
  env: Record<string, string>
}

const say = (text: string) => void process.stdout.write(`${text}\n`)

/** Runs a command and shows its output; throws when it fails. */
function run(program: string, args: readonly string[], input?: string): void {
  const stdio = [input === undefined ? 'ignore' : 'pipe', 'inherit', 'inherit'] as const
  const { status } = spawnSync(program, args, { stdio: [...stdio], input })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}`)
}

/** The words that run a command in a root, as its user. */
function inRoot({ folder, workdir, user, env }: Root, words: readonly string[]): string[] {
  const variables = Object.entries({ PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin', HOME: '/tmp', ...env })
  const setting = ['env', '-i', ...variables.map(([name, value]) => `${name}=${value}`)]
  return ['chroot', `--userspec=${user}`, folder, ...setting, 'sh', '-c', 'cd "$0" && exec "$@"', workdir, ...words]
}

function runIn(root: Root, words: readonly string[]): void {
  const [program = '', ...args] = inRoot(root, words)
  run(program, args)
}

/** Files of the checkout that the image is built from: those that git knows or would. */
function copyContext(to: string): void {
  const { stdout } = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  })
  for (const file of stdout.split('\0').filter((name) => name !== '' && existsSync(name)))
    cpSync(file, join(to, file), { recursive: true })
}

interface Copy {
  /** The stage that the files come from; undefined for the checkout. */
  readonly stage: string | undefined
  readonly sources: readonly string[]
  readonly target: string
}

function readCopy(argument: string): Copy {
  const stage = /^--from=(\w+) /.exec(argument)?.[1]
  const words = argument.split(' ').slice(stage ? 1 : 0)
  return { stage, sources: words.slice(0, -1), target: words.at(-1) ?? '' }
}

function copy(root: Root, argument: string, roots: ReadonlyMap<string, Root>): void {
  const { stage, sources, target } = readCopy(argument)
  const destination = join(root.folder, resolve(root.workdir, target))
  const from = stage ? (roots.get(stage)?.folder ?? '') : '.'
  mkdirSync(destination, { recursive: true })
  for (const source of sources)
    if (source === '.') copyContext(destination)
    else
      run('cp', ['-aT', join(from, source), target.endsWith('/') ? join(destination, basename(source)) : destination])
}

function obey(root: Root, [instruction, argument]: Stage['steps'][number], roots: ReadonlyMap<string, Root>): void {
  say(`   ${instruction} ${argument}`)
  if (instruction === 'RUN') runIn(root, ['sh', '-c', argument])
  if (instruction === 'COPY') copy(root, argument, roots)
  if (instruction === 'WORKDIR') {
    root.workdir = argument
    mkdirSync(join(root.folder, argument), { recursive: true })
  }
  if (instruction === 'USER') root.user = `${argument}:${argument}`
  if (instruction === 'ENV')
    for (const pair of argument.split(' ')) root.env[pair.split('=')[0] ?? ''] = pair.split('=')[1] ?? ''
}

/** A Debian with the Node of this machine, in place of the image that the Dockerfile begins with. */
function makeRoot(folder: string): void {
  run('debootstrap', ['--variant=minbase', '--include=ca-certificates', 'bookworm', folder])
  const global = dirname(dirname(process.execPath))
  cpSync(process.execPath, join(folder, 'usr/local/bin/node'), { dereference: true })
  const npm = [join(global, 'lib/node_modules/npm'), '/usr/lib/node_modules/npm'].find((path) => existsSync(path))
  if (!npm) throw new Error('npm was not found beside node')
  cpSync(npm, join(folder, 'usr/local/lib/node_modules/npm'), { recursive: true, dereference: true })
  run('ln', ['-s', '../lib/node_modules/npm/bin/npm-cli.js', join(folder, 'usr/local/bin/npm')])
  const { stdout: registry } = spawnSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' })
  for (const file of ['/etc/resolv.conf', '/etc/hosts']) if (existsSync(file)) cpSync(file, join(folder, file))
  // The registry of this machine may be another one than npm's own, with a certificate that this machine trusts.
  mkdirSync(join(folder, 'usr/local/etc'), { recursive: true })
  writeFileSync(join(folder, 'usr/local/etc/npmrc'), `registry=${registry}cafile=${CERTIFICATES}\n`)
  cpSync(CERTIFICATES, join(folder, CERTIFICATES))
  if (isMounted(join(folder, 'proc'))) run('umount', [join(folder, 'proc')])
}

const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'

function mountProc({ folder }: Root): void {
  run('mount', ['-t', 'proc', 'proc', join(folder, 'proc')])
}

const isMounted = (path: string) => readFileSync('/proc/mounts', 'utf8').includes(` ${path} `)

const Words = z.array(z.string())
const argumentOf = ({ steps }: Stage, name: string) => steps.find(([instruction]) => instruction === name)?.[1] ?? ''
const wordsIn = (text: string) => Words.parse(JSON.parse(text.slice(text.indexOf('['))))

/** Starts the command of the image with the embedded database, waits until its health check succeeds, and stops it. */
async function tryImage(root: Root, image: Stage): Promise<void> {
  root.env = {
    ...root.env,
    NODE_ENV: 'development',
    DEMO: 'off',
    PORT: String(await findFreePort()),
    HOST: '127.0.0.1',
  }
  const server = startInRoot(root, wordsIn(argumentOf(image, 'CMD')))
  const [program = '', ...args] = inRoot(root, wordsIn(argumentOf(image, 'HEALTHCHECK')))
  for (let attempt = 0; spawnSync(program, args).status !== 0; attempt++)
    if (attempt > 60) throw new Error(`the server did not become healthy: ${readFileSync(server.log, 'utf8')}`)
  say('   healthy')
  runIn(root, ['plaza', 'doctor'])
  process.kill(server.pid, 'SIGTERM')
  for (let attempt = 0; existsSync(`/proc/${server.pid}/cwd`) && attempt < 100; attempt++) spawnSync('sleep', ['0.2'])
  if (existsSync(join(root.folder, 'data/server.pid'))) throw new Error('the server did not stop cleanly')
  say('   stopped')
}

function startInRoot(root: Root, words: readonly string[]): { readonly pid: number; readonly log: string } {
  const log = join(root.folder, 'tmp/server.log')
  const script = `"$@" > ${log} 2>&1 & echo $!`
  const { stdout } = spawnSync('sh', ['-c', script, 'sh', ...inRoot(root, words)], { encoding: 'utf8' })
  return { pid: Number(stdout), log }
}

/** Runs the steps of deploy/Dockerfile, each stage in a copy of one Debian, and starts the result. Needs root. */
export async function runInChroot(): Promise<boolean> {
  const site = mkdtempSync('/var/tmp/plaza-chroot-')
  const [stages, roots] = [readStages(readFileSync('deploy/Dockerfile', 'utf8')), new Map<string, Root>()]
  const base = join(site, 'base')
  try {
    makeRoot(base)
    for (const stage of stages) {
      say(`stage ${stage.name}`)
      const root: Root = { folder: join(site, stage.name), workdir: '/', user: 'root:root', env: {} }
      roots.set(stage.name, root)
      run('cp', ['-a', base, root.folder])
      mountProc(root)
      for (const step of stage.steps) obey(root, step, roots)
    }
    const [image, root] = [stages.at(-1), roots.get('image')]
    if (!image || !root) throw new Error('the Dockerfile has no last stage')
    await tryImage(root, image)
    run('du', ['-sh', join(root.folder, 'app')])
    return true
  } finally {
    for (const { folder } of roots.values()) if (isMounted(join(folder, 'proc'))) run('umount', [join(folder, 'proc')])
    run('rm', ['-rf', '--one-file-system', site])
  }
}
