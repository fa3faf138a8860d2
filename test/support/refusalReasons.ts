import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { z } from 'zod'
import { REFUSAL_REASONS } from '../../src/kernel/refusalReasons.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder where each test file writes the reasons of the refusals that it has caused. */
    refusalReasons: string
  }
}

const Seen = z.object({ reasons: z.array(z.string()) })

/**
 * Global setup: collects the reasons of all refusals. After a run of all test files, fails for a reason that no test has
 * caused: it is either not tested, or nobody can cause it.
 */
export function setup(project: TestProject): () => Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'plaza-refusals-'))
  project.provide('refusalReasons', folder)
  return async () => {
    const { testFiles } = await project.globTestFiles()
    const written = readdirSync(folder)
    const reasons = new Set(written.flatMap((name) => reasonsIn(join(folder, name))))
    rmSync(folder, { recursive: true })
    if (written.length >= testFiles.length) assertAllCaused(reasons)
  }
}

const reasonsIn = (path: string) => Seen.parse(JSON.parse(readFileSync(path, 'utf8'))).reasons

function assertAllCaused(caused: ReadonlySet<string>): void {
  const reasons = Object.values(REFUSAL_REASONS).flatMap((ofKind) => Object.keys(ofKind))
  const missing = reasons.filter((reason) => !caused.has(reason))
  process.stdout.write(`${reasons.length - missing.length} of ${reasons.length} reasons of refusals were caused\n`)
  if (missing.length === 0) return
  process.exitCode = 1
  throw new Error(`No test has caused a refusal for these reasons: ${missing.join(', ')}`)
}
