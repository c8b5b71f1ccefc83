module example.org/chatadmin

go 1.19
