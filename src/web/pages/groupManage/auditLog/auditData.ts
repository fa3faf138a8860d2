/** Fields whose changes are shown with the old and the new value. */
export const SHOWN_FIELDS = [
  ...(['name', 'title', 'shortCode', 'description', 'rules', 'text'] as const),
  ...(['joinState', 'languages', 'links', 'tags', 'managerNotes', 'permissions', 'visibility'] as const),
  ...(['allowGroupJoinPrompt', 'isSelfAssignable', 'isAddedOnJoin', 'requiresTwoFactor', 'requiresPurchase'] as const),
  ...(['membersOnly', 'isDraft', 'order'] as const),
] as const
export type ShownField = (typeof SHOWN_FIELDS)[number]

/** Fields of which only is told that they have changed: ids of pictures. */
export const PICTURE_FIELDS = ['iconId', 'bannerId', 'imageId'] as const
type PictureField = (typeof PICTURE_FIELDS)[number]

export interface AuditChange {
  readonly field: ShownField | PictureField
  readonly before: unknown
  readonly after: unknown
}

const fieldsOf = (data: unknown): Readonly<Record<string, unknown>> => ({ ...Object(data) })

const isChange = (value: unknown): value is { readonly old: unknown; readonly new: unknown } =>
  typeof value === 'object' && value !== null && 'old' in value && 'new' in value

/** The changed fields of an entry about an update, without those that say nothing to people. */
export function changesIn(data: unknown): AuditChange[] {
  const fields = fieldsOf(data)
  return [...SHOWN_FIELDS, ...PICTURE_FIELDS].flatMap((field) => {
    const value = fields[field]
    const isSame = isChange(value) && JSON.stringify(value.old) === JSON.stringify(value.new)
    return isChange(value) && !isSame ? [{ field, before: value.old, after: value.new }] : []
  })
}

/** The name of what an entry is about: of a role, a post, a gallery or an event; undefined if the entry has none. */
export function nameIn(data: unknown): string | undefined {
  const { roleName, name, title } = fieldsOf(data)
  const found = [roleName, name, title].map((value) => (isChange(value) ? value.new : value))
  return found.find((value) => typeof value === 'string' && value !== '')?.toString()
}
