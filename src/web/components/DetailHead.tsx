import { Box, Flex, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Picture } from './Picture.tsx'

interface DetailHeadProps {
  readonly pictureUrl: string | null | undefined
  readonly children: ReactNode
}

/** The head of a page about one thing: its picture beside its title, smaller on a tablet, and above it on a phone. */
export const DetailHead = ({ pictureUrl, children }: DetailHeadProps) => (
  <Flex direction={{ base: 'column', sm: 'row' }} gap="md">
    <Box w={{ base: '100%', sm: 220, md: 340 }} style={{ flexShrink: 0 }}>
      <Picture url={pictureUrl} ratio={16 / 10} radius="lg" isLazy={false} />
    </Box>
    <Stack gap="sm" miw={0} flex={1}>
      {children}
    </Stack>
  </Flex>
)
