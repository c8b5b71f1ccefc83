/** Puts back what properties and services were before the import, or removes them if there were none. */
export const PUT_FORMER_BACK: readonly string[] = [
  `delete from system_property using moving.former
   where kind = 'properties' and system_property.key = target[1] and former.value is null`,
  `update system_property set value = former.value ->> 'value' from moving.former
   where kind = 'properties' and system_property.key = target[1] and former.value is not null`,
  `delete from chat_service using moving.former
   where kind = 'services' and name = target[1] and former.value is null`,
  `update chat_service
   set (description, hidden, history_max_number) = (
     former.value ->> 'description', (former.value ->> 'hidden')::boolean,
     (former.value ->> 'history_max_number')::integer)
   from moving.former
   where kind = 'services' and name = target[1] and former.value is not null`,
];
