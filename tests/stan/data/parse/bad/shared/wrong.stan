target += 1;
y = 2 *;
