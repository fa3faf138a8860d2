/** What authors say themselves; all other tags are the platform's to give. */
export const OWN_TAG = /^(author_tag|content)_[^\s,]{1,50}$/

export const LABS = 'system_labs'
export const APPROVED = 'system_approved'

export const isOwn = (tag: string) => OWN_TAG.test(tag)

/** Whether tags have come or gone that only admins give and take by their names. */
export function changesPlatformTags(before: readonly string[], after: readonly string[]): boolean {
  const given = (tags: readonly string[]) => tags.filter((tag) => !isOwn(tag))
  return given(before).some((tag) => !after.includes(tag)) || given(after).some((tag) => !before.includes(tag))
}
