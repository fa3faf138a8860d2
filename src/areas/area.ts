import { asHandlers, type Handler, type Handlers, type Table } from '../contract/operation.ts'
import type { FramePresenters } from '../edges/pipeline/frames.ts'
import type { EventType } from '../kernel/events.ts'
import type { IdKind } from '../kernel/ids.ts'
import type { NotificationResponders } from '../kernel/notificationResponders.ts'
import type { DeclaredTables, ExportRules, UrlColumns } from '../kernel/personalData.ts'
import type { DeletionRequestHook, Scope, ScopeByAccess } from '../kernel/scope.ts'
import type { AccountEraser } from './accounts/account/deletion.ts'

/** Work that one node of all does from time to time. */
export interface ScheduledJob {
  readonly name: string
  /** Cron expression, in UTC. */
  readonly schedule: string
  /**
   * Whether each node also runs it when it starts, and no run waits for another one, so that work goes on at once after a
   * crash: the run of the crashed node counts as active for minutes. Only for jobs of which several may run at a time.
   */
  readonly runsAtStart?: boolean
  /** Is given the erasers of all areas in their order, and what is exported of a person, for the jobs of accounts. */
  readonly run: (scope: Scope, erasers: readonly AccountEraser[], exportRules: ExportRules) => Promise<unknown>
}

/** What goes with an erased account, at its place among all. */
interface PlacedEraser {
  readonly place: number
  readonly erase: AccountEraser
}

/** What an area adds to the server beside its REST operations and the graph modules that its manifest imports. */
interface AreaParts {
  /** The heading of its operations in the OpenAPI document. */
  readonly tag: string
  /** The GraphQL type of the nodes whose ids are of a kind. */
  readonly nodeTypes?: Readonly<Partial<Record<IdKind, string>>>
  /** Every event type that the area declares. */
  readonly events?: readonly EventType[]
  readonly jobs?: readonly ScheduledJob[]
  /**
   * What goes with an erased account. Lower places go first and no two are equal: an erasure locks rows in the order of
   * kernel/locks, as every transaction does, for which an area may need several.
   */
  readonly accountErasure?: PlacedEraser | readonly PlacedEraser[]
  /** What each table of the area holds of a person, for the archive that people get of their data. */
  readonly personalData?: DeclaredTables
  /** Columns of all areas that can hold URLs of this server. */
  readonly urlColumns?: readonly UrlColumns[]
  /** What ends at once when the deletion of an account is requested. */
  readonly deletionRequested?: DeletionRequestHook
  /** What the legacy websocket tells of the area's events. */
  readonly frames?: FramePresenters
  /** What answers to the area's notifications mean, by type of notification. */
  readonly responders?: NotificationResponders
}

interface AreaManifest<T extends Table> extends AreaParts {
  readonly contract: T
  /** A handler for each row of the contract. */
  readonly rest: Handlers<T, ScopeByAccess>
}

/** An area as the server mounts it. */
interface Area<T extends Table = Table> extends AreaParts {
  readonly contract: T
  readonly handlers: Readonly<Record<string, Handler>>
}

/** Declares an area: what its `index.ts` exports and `areas/index.ts` gathers. */
export const defineArea = <T extends Table>({ rest, ...manifest }: AreaManifest<T>): Area<T> => ({
  ...manifest,
  handlers: asHandlers(manifest.contract, rest),
})
