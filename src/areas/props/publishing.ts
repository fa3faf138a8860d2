import type { PropId } from '../../kernel/ids.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import { releaseProp } from './acts.ts'
import { mustBeOwn, visibleProps } from './policy.ts'

/** Whether an own prop can be published now: when it is private. Throws `missing`, `forbidden`. */
export async function canPublishProp(scope: SignedScope, id: PropId): Promise<boolean> {
  const prop = await scope.db.prop.findFirst({ where: { id, ...visibleProps(scope) } })
  mustBeOwn(scope, prop)
  return prop.releaseStatus === 'private'
}

/** Throws `missing`, `forbidden`. Answers whether it can be published from now on. */
export async function publishProp(scope: SignedScope, id: PropId): Promise<boolean> {
  await releaseProp(scope, id, 'public')
  return false
}

/** Throws `missing`, `forbidden`. Answers whether it can be published from now on. */
export async function unpublishProp(scope: SignedScope, id: PropId): Promise<boolean> {
  await releaseProp(scope, id, 'private')
  return true
}
