import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { PageTitle } from './PageTitle.tsx'

interface GonePageProps {
  readonly title: string
  /** The title of the window. */
  readonly windowTitle: string
  readonly text: string
  /** Where to go from here. */
  readonly children: ReactNode
}

/** In place of something that was deleted, or hidden from the person, while they looked at it. */
export const GonePage = ({ title, windowTitle, text, children }: GonePageProps) => (
  <Stack align="center" py={80} px="md" gap="sm" role="status">
    <PageTitle>{windowTitle}</PageTitle>
    <Title order={1} size="h2" ta="center">
      {title}
    </Title>
    <Text c="dimmed" ta="center">
      {text}
    </Text>
    {children}
  </Stack>
)
