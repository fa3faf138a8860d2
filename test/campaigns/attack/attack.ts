import type { PlatformOverrides } from '../../../src/platform/openPlatform.ts'
import type { TestApp } from '../../support/app.ts'

type Settings = Readonly<Record<string, string>>

/** The built server in a process of its own, whose memory and CPU time can be measured. */
export interface AttackedProcess {
  readonly origin: string
  readonly pid: number
  /** The output of the server so far. */
  output(): string
  /** Resident memory in MiB. */
  memory(): number
  /** CPU time used so far, in milliseconds. */
  cpuTime(): number
  /** The highest resident memory during `work` minus that before, in MiB. */
  growthDuring(work: () => Promise<unknown>): Promise<number>
}

/** Servers to attack. Those that an attack starts are stopped after it. */
export interface AttackTarget {
  /** Starts a server in this process with an empty database; settings as in test/support/app.ts. */
  startApp(settings?: Settings, overrides?: Partial<PlatformOverrides>): Promise<TestApp>
  /** Starts the built server in its own process with an empty database; `TRUST_PROXY` is 0 as in a fresh installation. */
  startProcess(settings?: Settings): Promise<AttackedProcess>
}

export interface AttackOutcome {
  /** Whether the server withstood: it refused, or nobody noticed. */
  readonly harmless: boolean
  /** What was measured, in one line. */
  readonly figures: string
}

/** An attack that once succeeded, or that must not. */
export interface Attack {
  /** Unique, in kebab case; `--only NAME` runs it alone. */
  readonly name: string
  /** What the attacker does, in one line. */
  readonly what: string
  run(target: AttackTarget): Promise<AttackOutcome>
}
