import type { TestApp } from '../support/app.ts'
import type { TestUser } from '../support/users.ts'

/** A node, and its row. */
export interface GraphNode {
  readonly id: string
  readonly row: Readonly<Record<string, unknown>>
}

/** Creates a user's node in each of several states. */
export type PrepareNode = (app: TestApp, owner: TestUser) => AsyncGenerator<GraphNode>
