export const notesMessages = {
  title: 'Private notes',
  description: 'Only operators read these. A note cannot be changed or removed.',
  text: 'New note',
  missing: 'Write a note first.',
  add: 'Add note',
  added: 'Note added',
  empty: 'No notes yet.',
  operator: (id: string) => `Operator ${id}`
}
