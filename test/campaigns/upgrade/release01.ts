import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'

/** The commit of release 0.1, which had no tag. */
const RELEASE_0_1 = 'f36836b'

/** Checks release 0.1 out into a folder, with its dependencies and generated code, unless it is there already. */
export function checkOutRelease01(folder: string): void {
  const run = (program: string, args: readonly string[]) =>
    execFileSync(program, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  if (existsSync(join(folder, 'src/generated/prisma'))) return
  mkdirSync(folder, { recursive: true })
  const archive = execFileSync('git', ['archive', RELEASE_0_1], { maxBuffer: 200_000_000 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'])
  run('npm', ['run', '--silent', 'generate'])
}

type Environment = Readonly<Record<string, string>>

export interface OldServer {
  /** Resolves to its exit code. */
  readonly ended: Promise<number | null>
  output(): string
  stop(): void
}

/** Starts release 0.1 from its sources. */
export function startRelease01(folder: string, env: Environment): OldServer {
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/main.ts'], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      text = (text + chunk.toString()).slice(-100_000)
    })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { ended, output: () => text, stop: () => void child.kill('SIGTERM') }
}
