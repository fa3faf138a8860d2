import type { GetInputPropsReturnType } from '@mantine/form'

/** What a form finds a field by that is more than one input: goes on the element that gets the focus when it is refused. */
export function fieldPath(props: GetInputPropsReturnType): { readonly 'data-path'?: string } {
  const { 'data-path': path } = Object(props)
  return typeof path === 'string' ? { 'data-path': path } : {}
}
