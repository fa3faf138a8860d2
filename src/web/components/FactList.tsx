import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** A name, and its value. */
export type Fact = readonly [name: string, value: ReactNode]

/** Facts about something, one below the other. Names are unique. */
export const FactList = ({ facts }: { readonly facts: readonly Fact[] }) => (
  <dl className="facts">
    {facts.map(([name, value]) => (
      <Group key={name} justify="space-between" wrap="nowrap">
        <Text component="dt" size="sm">
          {name}
        </Text>
        <Text component="dd" size="sm" fw={600} ta="end">
          {value}
        </Text>
      </Group>
    ))}
  </dl>
)
