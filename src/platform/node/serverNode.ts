import { hostname } from 'node:os'
import { newId } from '../../kernel/ids.ts'
import type { JobPlan, ServerNode } from '../../kernel/serverNode.ts'
import { PACKAGE_VERSION } from '../packageFolder.ts'
import type { Platform } from '../platform.ts'
import { openNodeCounts } from './nodeCounts.ts'
import { settingValues } from './settingValues.ts'

interface ServerNodeOptions extends Pick<ServerNode, 'check'> {
  readonly plans: readonly JobPlan[]
}

/** This process, as it tells of itself. */
export function openServerNode(
  { settings, metrics, clock }: Platform,
  { plans, check }: ServerNodeOptions,
): ServerNode {
  const startedAt = clock.now()
  return {
    id: newId('serverNode', startedAt),
    host: hostname(),
    pid: process.pid,
    version: PACKAGE_VERSION,
    nodeVersion: process.versions.node,
    startedAt,
    plans,
    settings: settingValues(settings),
    takeCounts: openNodeCounts(metrics),
    check,
  }
}
