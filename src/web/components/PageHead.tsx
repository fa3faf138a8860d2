import { Group, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { PageTitle } from './PageTitle.tsx'

interface PageHeadProps {
  readonly title: string
  /** The title of the window. */
  readonly windowTitle: string
  /** Beside the title, such as a button. */
  readonly children?: ReactNode
}

/** What a page is, at its top and in the title of the window. */
export const PageHead = ({ title, windowTitle, children }: PageHeadProps) => (
  <Group justify="space-between" gap="sm">
    <PageTitle>{windowTitle}</PageTitle>
    <Title order={1} size="h2">
      {title}
    </Title>
    {children}
  </Group>
)
