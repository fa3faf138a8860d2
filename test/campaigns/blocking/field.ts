import { setTimeout as pause } from 'node:timers/promises'
import type { TestApp } from '../../support/app.ts'
import type { Person } from '../../support/people.ts'
import type { Ear, Fact } from './ears.ts'
import type { Model } from './model.ts'

/** What is done, by whom, to whom. */
export interface Field {
  readonly app: TestApp
  /** The three. */
  readonly people: readonly Person[]
  /** A friend of each, whom nobody blocks: what the witness has heard, all others would have. */
  readonly witness: Person
  readonly ears: ReadonlyMap<string, Ear>
  readonly model: Model
  readonly random: () => number
  /** A public world. */
  readonly world: string
  /** How often each act was answered with each status, as `friend 200`. */
  readonly answers: Map<string, number>
  readonly breaches: string[]
  /** Pairs whose block is under way beside something else: what was on its way when it came may still arrive. */
  readonly racing: Set<string>
  /** Farewells that are yet to be heard: what was on its way when the block came is told before them, and nothing after. */
  readonly farewells: Set<string>
  /** Every invite and request for one there ever was: late answers are part of the game. */
  readonly invites: { id: string; from: string; to: string }[]
}

/** Somebody has to hear this of somebody. */
export type Due = readonly [to: string, kind: string, about: string]

export const pick = <T>(random: () => number, list: readonly T[]): T | undefined =>
  list[Math.floor(random() * list.length)]

const PATIENCE = 10_000

/** Marks how much everybody has heard; answers how to wait for what they have to hear from there on. */
export function listenFrom({ ears, breaches }: Field): (dues: readonly Due[]) => Promise<void> {
  const from = new Map([...ears].map(([id, { facts }]) => [id, facts.length]))
  const isHeard = ([to, kind, about]: Due) =>
    ears
      .get(to)
      ?.facts.slice(from.get(to))
      .some((fact: Fact) => fact.kind === kind && fact.about === about)
  return async (dues) => {
    const end = performance.now() + PATIENCE
    while (!dues.every(isHeard) && performance.now() < end) await pause(2)
    for (const due of dues) if (!isHeard(due)) breaches.push(`${due[0]} was not told ${due[1]} of ${due[2]}`)
  }
}
