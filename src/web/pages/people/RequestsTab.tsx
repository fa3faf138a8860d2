import { SimpleGrid } from '@mantine/core'
import { IncomingPanel } from './IncomingPanel.tsx'
import { OutgoingPanel } from './OutgoingPanel.tsx'

/** Friend requests that wait for an answer, of the viewer or of others. */
export const RequestsTab = () => (
  <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
    <IncomingPanel />
    <OutgoingPanel />
  </SimpleGrid>
)
