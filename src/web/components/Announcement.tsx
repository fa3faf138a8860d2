import { Alert, Image, Text } from '@mantine/core'
import { IconSpeakerphone } from '@tabler/icons-react'
import { ownUrl } from './ownUrl.ts'

interface AnnouncementProps {
  readonly name: string | null | undefined
  readonly description: string | null | undefined
  readonly imageUrl: string | null | undefined
}

/** What the people who run the server announce to everybody. */
export const Announcement = ({ name, description, imageUrl }: AnnouncementProps) => (
  <Alert icon={<IconSpeakerphone aria-hidden />} title={name} variant="light" radius="lg" role="note">
    <Text size="sm">{description}</Text>
    {imageUrl && <Image src={ownUrl(imageUrl)} alt="" radius="md" mt="xs" mah={220} />}
  </Alert>
)
