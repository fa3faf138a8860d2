import { Badge, Group } from '@mantine/core'

/** Tags as people have written them. */
export const TagList = ({ tags }: { readonly tags: readonly string[] }) =>
  tags.length > 0 && (
    <Group gap={6}>
      {tags.map((tag) => (
        <Badge key={tag} variant="light" color="gray" tt="none" fw={500}>
          {tag}
        </Badge>
      ))}
    </Group>
  )
