import { Group, Text } from '@mantine/core'
import { type FragmentType, getFragmentData, graphql } from '../../generated/index.ts'
import { Picture } from './ItemPicture.tsx'

const TEMPLATE_CHIP = graphql(`
  fragment TemplateChip on InventoryTemplate {
    id
    name
    imageUrl
  }
`)

const PICTURE = 40

interface TemplateListProps {
  readonly templates: readonly FragmentType<typeof TEMPLATE_CHIP>[]
}

/** What something gives, by pictures and names; the same may be there several times. */
export const TemplateList = ({ templates }: TemplateListProps) => (
  <ul className="plainList">
    {getFragmentData(TEMPLATE_CHIP, templates).map(({ id, name, imageUrl }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: what is there twice differs by its place alone.
      <Group key={`${id} ${index}`} component="li" gap="sm" py={4} wrap="nowrap">
        <Picture url={imageUrl} size={PICTURE} />
        <Text size="sm" fw={600} truncate>
          {name}
        </Text>
      </Group>
    ))}
  </ul>
)
