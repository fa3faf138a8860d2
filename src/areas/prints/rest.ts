import type { Handlers } from '../../contract/operation.ts'
import type { prints } from '../../contract/prints.ts'
import type { ScopeByAccess } from '../../kernel/scope.ts'
import { deletePrint, editPrint, readPrint, readUserPrints, uploadPrint } from './prints.ts'
import { printWire } from './wire.ts'

export const printsRest: Handlers<typeof prints, ScopeByAccess> = {
  uploadPrint: async (scope, { form: { image, ...print } }) => printWire(scope, await uploadPrint(scope, image, print)),
  getPrint: async (scope, { printId }) => printWire(scope, await readPrint(scope, printId)),
  editPrint: async (scope, { printId, form: { image, note } }) =>
    printWire(scope, await editPrint(scope, printId, image, note)),
  deletePrint: (scope, { printId }) => deletePrint(scope, printId),
  getUserPrints: async (scope, { userId }) =>
    (await readUserPrints(scope, userId)).map((print) => printWire(scope, print)),
}
