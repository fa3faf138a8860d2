import {
  BULK_ACTS,
  OWNER_OR_ADMIN_ACTS,
  type OwnerOrAdminAct,
  STAFF_ACT_NAMES,
  type StaffAct,
} from '../../src/areas/audit/actNames.ts'
import { ownActs } from '../areas/audit/ownActs.ts'

export type ActName = StaffAct | OwnerOrAdminAct
export const ACTS: readonly ActName[] = [...STAFF_ACT_NAMES, ...OWNER_OR_ADMIN_ACTS]

/** Operations that run the act of another one. */
const RENAMED_OVER_REST: Readonly<Record<string, ActName>> = {
  deleteProduct: 'archiveProduct',
  deleteProductListingDirect: 'archiveListing',
  updateProductListingDirect: 'updateListing',
  updateProfile: 'updateUser',
}

/** Mutations whose audit act has the name of a REST operation. */
const RENAMED_IN_GRAPH: Readonly<Record<string, ActName>> = {
  ...BULK_ACTS,
  deleteAccount: 'deleteUser',
  updateProfile: 'updateUser',
  updateAccount: 'updateUser',
  deleteWorldPersistence: 'deleteAllUserPersistenceData',
}

/** Acts that the access tables perform only on own objects or in vain; `ownActs` uses what is of other people. */
export const OWN_IN_GRAPH: readonly string[] = Object.keys(ownActs)
const OWN_OVER_REST: readonly string[] = [...OWN_IN_GRAPH, 'uploadImage', 'uploadPrint']

const findAct = (name: string, own: readonly string[]) => ACTS.find((act) => act === name && !own.includes(act)) ?? null

/** The act that an admin's call of an operation writes to the audit log; null for none. */
export const actOfOperation = (name: string): ActName | null => RENAMED_OVER_REST[name] ?? findAct(name, OWN_OVER_REST)

/** The act that an admin's mutation writes to the audit log; null for none. */
export const actOfMutation = (name: string): ActName | null => RENAMED_IN_GRAPH[name] ?? findAct(name, OWN_IN_GRAPH)
