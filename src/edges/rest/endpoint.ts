import type { IncomingMessage } from 'node:http'
import {
  type Handler,
  inRoutingOrder,
  type Operation,
  type SetCookie,
  type Table,
  type VendorNames,
} from '../../contract/operation.ts'
import { lookUp } from '../../kernel/maps.ts'
import { scopeOfOldRead } from '../../kernel/oldReads.ts'
import { requestScope, type Scope, type Services } from '../../kernel/scope.ts'
import { clientInfoOf, type ProxyRules } from '../request.ts'
import type { RequestGate, WorkKind } from '../requestGate.ts'
import type { AccessOptions } from './access.ts'

export interface RestOptions extends AccessOptions {
  readonly services: Services
  readonly writeCookie: (cookie: SetCookie) => string
  readonly proxies: ProxyRules
  readonly gate: RequestGate
  readonly vendorNames: VendorNames
}

/** An operation with its handler. */
export interface Endpoint {
  readonly name: string
  readonly row: Operation
  readonly handler: Handler
}

/** The endpoints in the order in which a router must try them. Throws for an operation without a handler. */
export const endpointsOf = (
  { vendorNames }: Pick<RestOptions, 'vendorNames'>,
  table: Table,
  handlers: Readonly<Record<string, Handler>>,
): Endpoint[] =>
  inRoutingOrder(table, vendorNames).map(([name, row]) => {
    const handler = lookUp(handlers, name)
    if (!handler) throw new Error(`${name} has no handler`)
    return { name, row, handler }
  })

/** The scope of a request before its session was looked up. */
export const createScope = ({ services, proxies }: RestOptions, request: IncomingMessage, requestId: string): Scope =>
  requestScope(services, { clientInfo: clientInfoOf(request, proxies, 'client'), requestId })

const kindOf = ({ method }: Operation): WorkKind => (method === 'get' ? 'read' : 'write')

/** Runs the handler of an operation in its sender's turn. */
export function runHandler({ gate }: RestOptions, { row, handler }: Endpoint, scope: Scope, input: object) {
  const work = async () => handler(row.mayBeOld ? await scopeOfOldRead(scope) : scope, input)
  return row.delayed ? work() : gate.run(scope, kindOf(row), work)
}
