import { type InputWrapperProps, SimpleGrid } from '@mantine/core'
import type { ReactNode } from 'react'

/** For fields of a pair, so that their inputs stand at one height. */
export const DESCRIPTION_BELOW: NonNullable<InputWrapperProps['inputWrapperOrder']> = [
  'label',
  'input',
  'description',
  'error',
]

/** Two fields of a form, side by side where there is room. */
export const FieldPair = ({ children }: { readonly children: ReactNode }) => (
  <SimpleGrid cols={{ base: 1, sm: 2 }}>{children}</SimpleGrid>
)
